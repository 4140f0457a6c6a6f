// What the guide's pages do beyond being read: their code can be copied, and the list of pages shows where one is.
const pages = document.getElementById("pages");
const here = pages.querySelector("[aria-current]");
showHere();
// On narrow screens there is nothing to scroll until the list is open.
pages.addEventListener("toggle", showHere);

const status = document.createElement("p");
status.id = "said";
status.setAttribute("role", "status");
document.body.append(status);

for (const holder of document.querySelectorAll(".code")) {
  const code = holder.querySelector("code");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.setAttribute("aria-label", `Copy ${holder.querySelector("pre").getAttribute("aria-label").toLowerCase()}`);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      say(button, "Copied");
    } catch {
      getSelection().selectAllChildren(code);
      say(button, "Selected");
    }
  });
  holder.append(button);
}

function showHere() {
  pages.scrollTop = here.offsetTop - pages.clientHeight / 2;
}

/** Says `word` on the button and to screen readers, for a while. */
function say(button, word) {
  button.textContent = word;
  status.textContent = word === "Copied" ? "The code is in the clipboard" : "The code is selected: copy it";
  setTimeout(() => {
    button.textContent = "Copy";
    status.textContent = "";
  }, 2000);
}
