import { expect, test } from "vitest";
import { readSvgSize } from "../../src/logo/svg-check.ts";
import { drawLogo, logoFile, svgBytes } from "./logos.ts";

/** Files as exported by common design tools. */

const png = Buffer.from(logoFile("still.png")).toString("base64");
const SVG = "http://www.w3.org/2000/svg";
const XLINK = "http://www.w3.org/1999/xlink";

const files: Readonly<Record<string, string>> = {
  Illustrator: `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 27.0.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg version="1.1" id="Layer_1" xmlns="${SVG}" xmlns:xlink="${XLINK}" x="0px" y="0px" viewBox="0 0 64 48" style="enable-background:new 0 0 64 48;" xml:space="preserve">
<style type="text/css">
	.st0{fill:#D02020;}
	.st1{clip-path:url(#SVGID_2_);fill:url(#SVGID_3_);}
	.st2{opacity:0.5;fill:none;stroke:#2040D0;stroke-width:2;stroke-miterlimit:10;}
	.st0,.st2{fill-rule:evenodd;clip-rule:evenodd;}
</style>
<g>
	<defs><rect id="SVGID_1_" width="64" height="48"/></defs>
	<clipPath id="SVGID_2_"><use xlink:href="#SVGID_1_"  style="overflow:visible;"/></clipPath>
	<linearGradient id="SVGID_3_" gradientUnits="userSpaceOnUse" x1="0" y1="24" x2="64" y2="24">
		<stop  offset="0" style="stop-color:#F0C020"/>
		<stop  offset="1" style="stop-color:#20A040;stop-opacity:0.6"/>
	</linearGradient>
	<path class="st1" d="M0,0h64v48H0V0z"/>
	<path class="st0" d="M12.5,12.5c0-3.3,2.7-6,6-6s6,2.7,6,6-2.7,6-6,6S12.5,15.8,12.5,12.5z"/>
	<polygon class="st2" points="40,8 56,8 48,24 "/>
</g>
<image style="overflow:visible;" width="64" height="48" xlink:href="data:image/png;base64,${png.replace(/.{76}/g, "$&&#xA;")}" transform="matrix(0.25 0 0 0.25 24 18)"></image>
</svg>`,
  Inkscape: `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->
<svg width="64mm" height="48mm" viewBox="0 0 64 48" version="1.1" id="svg5" inkscape:version="1.2.2 (b0a84865, 2022-12-01)" sodipodi:docname="logo-20221231.svg"
   xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:xlink="${XLINK}" xmlns="${SVG}" xmlns:svg="${SVG}" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <sodipodi:namedview id="namedview7" pagecolor="#ffffff" inkscape:zoom="1.4" inkscape:window-width="19200000" showgrid="false" />
  <defs id="defs2">
    <linearGradient inkscape:collect="always" id="linearGradient1001"><stop style="stop-color:#d02020;stop-opacity:1;" offset="0" id="stop997" /><stop style="stop-color:#2040d0;stop-opacity:0" offset="1" id="stop999" /></linearGradient>
    <radialGradient inkscape:collect="always" xlink:href="#linearGradient1001" id="radialGradient1003" cx="32" cy="24" fx="32" fy="24" r="20" gradientTransform="matrix(1,0,0,0.75,0,6)" gradientUnits="userSpaceOnUse" />
    <filter inkscape:collect="always" style="color-interpolation-filters:sRGB" id="filter1105" x="-0.1" y="-0.1" width="1.2" height="1.2"><feGaussianBlur inkscape:collect="always" stdDeviation="0.8" id="feGaussianBlur1107" /></filter>
  </defs>
  <metadata id="metadata4"><rdf:RDF><rdf:Description rdf:about=""><dc:format>image/svg+xml</dc:format></rdf:Description></rdf:RDF></metadata>
  <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1">
    <path style="opacity:1;fill:url(#radialGradient1003);fill-opacity:1;stroke:none;stroke-width:0.264583;stroke-dasharray:none;stroke-dashoffset:0;paint-order:stroke fill markers" d="M 2,2 H 62 V 46 H 2 Z" id="rect31" sodipodi:nodetypes="ccccc" />
    <path style="fill:#20a040;filter:url(#filter1105)" d="m 20,12 24,0 -12,20 z" id="path1" inkscape:transform-center-y="-3.3" />
    <use x="0" y="0" xlink:href="#path1" id="use2" transform="translate(0,10)" />
  </g>
</svg>`,
  Figma: `<svg width="64" height="48" viewBox="0 0 64 48" fill="none" xmlns="${SVG}" xmlns:xlink="${XLINK}">
<rect width="64" height="48" rx="8" fill="url(#paint0_linear_1_2)"/>
<rect x="8" y="8" width="20" height="20" fill="url(#pattern0)"/>
<g filter="url(#filter0_d_1_2)"><path fill-rule="evenodd" clip-rule="evenodd" d="M36 12H52V28H36V12Z" fill="white" fill-opacity="0.8"/></g>
<g clip-path="url(#clip0_1_2)" style="mix-blend-mode:multiply"><mask id="mask0_1_2" style="mask-type:alpha" maskUnits="userSpaceOnUse" x="8" y="32" width="48" height="8"><rect x="8" y="32" width="48" height="8" fill="#D9D9D9"/></mask><g mask="url(#mask0_1_2)"><circle cx="32" cy="36" r="12" fill="#D02020"/></g></g>
<defs>
<pattern id="pattern0" patternContentUnits="objectBoundingBox" width="1" height="1"><use xlink:href="#image0_1_2" transform="matrix(0.015625 0 0 0.0208333 0 0)"/></pattern>
<filter id="filter0_d_1_2" x="32" y="12" width="24" height="24" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB"><feFlood flood-opacity="0" result="BackgroundImageFix"/><feColorMatrix in="SourceAlpha" type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="hardAlpha"/><feOffset dy="4"/><feGaussianBlur stdDeviation="2"/><feComposite in2="hardAlpha" operator="out"/><feColorMatrix type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.25 0"/><feBlend mode="normal" in2="BackgroundImageFix" result="effect1_dropShadow_1_2"/><feBlend mode="normal" in="SourceGraphic" in2="effect1_dropShadow_1_2" result="shape"/></filter>
<linearGradient id="paint0_linear_1_2" x1="0" y1="0" x2="64" y2="48" gradientUnits="userSpaceOnUse"><stop stop-color="#2040D0"/><stop offset="1" stop-color="#20A040"/></linearGradient>
<clipPath id="clip0_1_2"><rect width="64" height="48" fill="white"/></clipPath>
<image id="image0_1_2" width="64" height="48" xlink:href="data:image/png;base64,${png}"/>
</defs>
</svg>`,
  SVGO: `<svg xmlns="${SVG}" width="64" height="48" viewBox="0 0 64 48"><defs><linearGradient id="a" x1="0%" x2="100%"><stop offset="0%" stop-color="#d02020"/><stop offset="100%" stop-color="#f0c020"/></linearGradient></defs><g fill="none" fill-rule="evenodd"><path fill="url(#a)" d="M0 0h64v48H0z"/><path fill="#2040D0" d="M32 8c8.837 0 16 7.163 16 16s-7.163 16-16 16-16-7.163-16-16S23.163 8 32 8Zm-.5 4.25a11.75 11.75 0 1 0 1e-4 23.5"/></g></svg>`,
  CorelDRAW: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<!-- Creator: CorelDRAW -->
<svg xmlns="${SVG}" xml:space="preserve" width="64mm" height="48mm" version="1.1" style="shape-rendering:geometricPrecision; text-rendering:geometricPrecision; image-rendering:optimizeQuality; fill-rule:evenodd; clip-rule:evenodd" viewBox="0 0 6400 4800" xmlns:xlink="${XLINK}" xmlns:xodm="http://www.corel.com/coreldraw/odm/2003">
 <defs>
  <style type="text/css">
   <![CDATA[
    .fil0 {fill:#D02020}
    .fil1 {fill:url(#id0);fill-rule:nonzero}
   ]]>
  </style>
  <linearGradient id="id0" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="6400" y2="4800"><stop offset="0" style="stop-opacity:1; stop-color:#2040D0"/><stop offset="1" style="stop-opacity:1; stop-color:#20A040"/></linearGradient>
 </defs>
 <g id="Layer_x0020_1"><metadata id="CorelCorpID_0Corel-Layer"/><rect class="fil1" width="6400" height="4800"/><path class="fil0" d="M1600 1200l3200 0 -1600 2400 -1600 -2400z"/></g>
</svg>`,
  Affinity: `<?xml version="1.0" encoding="UTF-8" standalone="no"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg width="100%" height="100%" viewBox="0 0 64 48" version="1.1" xmlns="${SVG}" xmlns:xlink="${XLINK}" xml:space="preserve" xmlns:serif="http://www.serif.com/" style="fill-rule:evenodd;clip-rule:evenodd;stroke-linejoin:round;stroke-miterlimit:2;"><g id="Logo-1" serif:id="Logo 1"><path d="M0,0l64,0l0,48l-64,0l0,-48Z" style="fill:url(#_Linear1);"/><path d="M32,8l16,32l-32,0l16,-32Z" style="fill:rgb(208,32,32);fill-opacity:0.9;"/></g><defs><linearGradient id="_Linear1" x1="0" y1="0" x2="1" y2="0" gradientUnits="userSpaceOnUse" gradientTransform="matrix(64,0,0,48,0,0)"><stop offset="0" style="stop-color:rgb(32,64,208);stop-opacity:1"/><stop offset="1" style="stop-color:rgb(240,192,32);stop-opacity:1"/></linearGradient></defs></svg>`,
  "a site with a dark scheme": `<svg xmlns="${SVG}" viewBox="0 0 64 48"><style>path{fill:#20a040}@media (prefers-color-scheme:dark){path{fill:#fff}.b{fill:#000}}</style><path d="M0 0h64v48H0z"/><path class="b" fill="#d02020" d="M9 9h9v9H9z"/></svg>`,
};

test.each(Object.entries(files))("draws a file from %s", async (_, file) => {
  const { width, height } = readSvgSize(svgBytes(file));
  expect(width / height).toBeCloseTo(4 / 3, 6);
  const pixels = await drawLogo({ bytes: svgBytes(file), kind: "svg", width: 128, height: 96 });
  const [red, green, blue, alpha] = pixels.data.subarray(4 * (48 * 128 + 64), 4 * (48 * 128 + 65));
  expect(alpha).toBeGreaterThan(128);
  expect(new Set([red, green, blue]).size).toBeGreaterThan(1);
});
