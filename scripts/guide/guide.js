// Adds a copy button to each code block, and scrolls the list of pages to the current one.
const pages = document.getElementById("pages");
const current = pages.querySelector("[aria-current]");
showCurrent();
// On narrow screens, the list can be scrolled only while it is open.
pages.addEventListener("toggle", showCurrent);

const status = document.createElement("p");
status.id = "copy-status";
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

function showCurrent() {
  pages.scrollTop = current.offsetTop - pages.clientHeight / 2;
}

/** Shows `word` on the button for two seconds, and announces it to screen readers. */
function say(button, word) {
  button.textContent = word;
  status.textContent = word === "Copied" ? "Code copied" : "Code selected: copy it with the keyboard";
  setTimeout(() => {
    button.textContent = "Copy";
    status.textContent = "";
  }, 2000);
}
