import { afterEach, describe, expect, test, vi } from "vitest";
import { errorPageLanguages } from "../../src/http/page.ts";
import { shareLanguages } from "../../src/http/share/language.ts";
import { create } from "../../sw/parts/share.ts";
import { errorLabel, shareLabel } from "../labels.ts";

const { sharePage, drawErrorPage } = create(() => Promise.reject(new Error("share pages need no files")));
const link = { id: "0aZ9bY8cX7", data: "WIFI:T:WPA;S:Guests;P:correct horse;;", base: "https://qr.example", svg: "" };

afterEach(() => void vi.unstubAllGlobals());

describe("share pages in the service worker", () => {
  test.each([
    ["", ["ar-EG", "en"], "ar", "rtl"],
    ["de;q=0.5, ja;q=0.1", ["ar"], "de", "ltr"],
    ["", ["tlh"], "en", "ltr"],
    ["", undefined, "en", "ltr"],
  ])("Accept-Language %j and the browser's languages %j", async (accepted, languages, lang, dir) => {
    vi.stubGlobal("navigator", languages && { languages });
    const page = await sharePage({ ...link, accepted });
    expect(page.lang).toBe(lang);
    expect(page.html).toContain(`<html lang="${lang}" dir="${dir}">`);
    expect(page.html).toContain(
      `<dt>${shareLanguages[lang]?.labels["wifi.password"] ?? shareLabel("wifi.password")}</dt>`,
    );
    const { html } = await drawErrorPage("otherDevice", "https://qr.example/", accepted);
    expect(html).toContain(`<html lang="${lang}" dir="${dir}">`);
    expect(html).toContain(`<h1>${errorPageLanguages[lang]?.otherDevice ?? errorLabel("otherDevice")}</h1>`);
  });
});
