import { el, field, setText, uniqueId } from "../dom.ts";
import { optionLabel } from "../labels.ts";
import { text } from "../languages/text.ts";
import { type Choice, downloadFormats, isWidth, resolutions } from "./download-choice.ts";

/** Creates the settings of downloads. Calls `choose` with each valid choice. */
export function createDownloadSettings(first: Choice, choose: (choice: Choice) => void): HTMLElement {
  let choice = first;
  const name = uniqueId("download-format");
  const radios = downloadFormats.map((format) =>
    el("input", { type: "radio", name, id: uniqueId(name), value: format, checked: format === choice.format }),
  );
  const width = el("input", {
    type: "text",
    inputmode: "decimal",
    autocomplete: "off",
    id: uniqueId("download-width"),
    value: choice.width,
  });
  const about = el("p", { class: "about", id: uniqueId("about") }, text("widthInMmHint"));
  const fault = el("p", { class: "fault", id: uniqueId("fault"), role: "alert" });
  width.setAttribute("aria-describedby", `${about.id} ${fault.id}`);
  const dpi = el(
    "select",
    { id: uniqueId("download-dpi") },
    ...resolutions.map((one) => el("option", { value: one, selected: one === choice.dpi }, String(one))),
  );
  const dpiField = field(optionLabel("dpi"), dpi);
  const settings = el(
    "div",
    { class: "download-settings" },
    el(
      "fieldset",
      {},
      el("legend", {}, optionLabel("format")),
      el(
        "div",
        { class: "row start" },
        ...radios.map((radio) => el("label", { class: "pick", for: radio.id }, radio, radio.value.toUpperCase())),
      ),
    ),
    field(text("widthInMm"), width, about, fault),
    dpiField,
  );
  settings.addEventListener("input", update);
  show();

  function update(): void {
    const written = width.value.trim();
    const isValid = isWidth(written);
    setText(fault, isValid ? "" : text("widthInMmRange"));
    width.toggleAttribute("aria-invalid", !isValid);
    const format = downloadFormats.find((_, at) => radios[at]?.checked) ?? choice.format;
    choice = { format, width: isValid ? written : "", dpi: Number(dpi.value) };
    show();
    choose(choice);
  }

  function show(): void {
    dpiField.hidden = choice.format !== "png" || choice.width === "";
  }

  return settings;
}
