import { createElement } from "react";
import { renderToString as renderReact } from "react-dom/server";
import { expect, test } from "vitest";
import { createSSRApp, h } from "vue";
import { renderToString as renderVue } from "vue/server-renderer";
import { renderToString } from "../../src/element/element.ts";
import { QrCode as ReactCode } from "../../src/element/react.ts";
import { QrCode as VueCode } from "../../src/element/vue.ts";

type Props = Readonly<Record<string, unknown>>;

/** Each framework, with a function that renders the component on a server. */
const frameworks: readonly (readonly [string, (props: Props, text?: string) => Promise<string>])[] = [
  ["React", async (props, text) => renderReact(createElement(ReactCode, props, text))],
  ["Vue", (props, text) => renderVue(createSSRApp({ render: () => h(VueCode, props, text && (() => text)) }))],
];

const templateIn = (html: string) => /<template shadowrootmode="open">.*<\/template>/s.exec(html)?.[0];

test.each(frameworks)("%s: a server renders the picture", async (_, render) => {
  const html = await render({ data: "https://example.com/?a&b", size: 200, dotStyle: "rounded", boost: true });
  expect(html).toMatch(
    /^<qr-code data="https:\/\/example.com\/\?a&amp;b" size="200" dot-?[sS]tyle="rounded" boost="(?:true)?">/,
  );
  const expected = renderToString({ data: "https://example.com/?a&b", size: 200, dotStyle: "rounded", boost: true });
  expect(templateIn(html)).toBe(templateIn(expected));
});

test.each(frameworks)("%s: a server accepts all attributes, and ignores files and listeners", async (_, render) => {
  const props = {
    ...{ id: "code", "aria-label": "Menu", title: undefined, color: null },
    ...{ data: "x", "dot-style": "dots", logo: "/logo.svg", onQrError: () => undefined, logoFile: new Blob(["x"]) },
  };
  const html = await render(props);
  expect(html.slice(0, html.indexOf(">") + 1)).toBe(
    '<qr-code id="code" aria-label="Menu" data="x" dot-style="dots" logo="/logo.svg">',
  );
  const picture = renderToString({ data: "x", dotStyle: "dots", ec: "H", title: "Menu" });
  expect(templateIn(html)).toBe(templateIn(picture));
});

test.each(frameworks)("%s: a server writes gradients and designs that are objects as text", async (_, render) => {
  const gradient = { type: "linear", angle: 45, stops: ["#1a5fb4", "#813d9c"] } as const;
  const html = await render({ data: "x", gradient, design: { eyeGradient: gradient } });
  const text = "linear,45,#1a5fb4,#813d9c";
  expect(html).toContain(` gradient="${text}" design="{&quot;eyeGradient&quot;:&quot;${text}&quot;}"`);
  const expected = renderToString({ data: "x", gradient, eyeGradient: gradient });
  expect(expected).toContain(` gradient="${text}" eye-gradient="${text}"`);
  expect(templateIn(html)).toBe(templateIn(expected));
});

test.each(frameworks)("%s: a server renders no picture for invalid options or text inside", async (_, render) => {
  expect(await render({ data: "x", size: 9 })).toBe('<qr-code data="x" size="9"></qr-code>');
  expect(await render({})).toBe("<qr-code></qr-code>");
  expect((await render({ size: 99 }, "the text")).replace(/<!--.*?-->/g, "")).toBe(
    '<qr-code size="99">the text</qr-code>',
  );
});
