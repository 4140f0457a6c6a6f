// Adds a copy button to each code block, scrolls the list of pages to the current one, and keeps the page for offline use.
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

addEventListener("load", () => {
  if (navigator.serviceWorker && !navigator.connection?.saveData) setTimeout(keepOffline, 500);
});

/** Registers the playground's service worker, with the same settings as the playground, and lets it keep this page. */
async function keepOffline() {
  const folder = new URL("../", location.href);
  try {
    const { register } = await import(new URL("register.js", folder).href);
    const service = await register({
      script: new URL("playground-worker.js", folder),
      prefix: folder.pathname.replace(/\/$/, ""),
      ...(document.documentElement.hasAttribute("data-server") && { server: folder.href }),
    });
    await service.ready;
    navigator.serviceWorker.controller.postMessage({ playground: "keep", url: location.href });
  } catch {
    // The page still works online.
  }
}
