// The static parts of share pages. The Content-Security-Policy of share pages allows only the style and script with
// these digests. A test checks the digests.

/** Accent colours, as OKLCH hues in degrees. Yellow is missing, because it turns olive when it is dark enough for white
 *  text. */
const HUES = [14, 38, 150, 178, 215, 256, 286, 330];

export const HUE_COUNT = HUES.length;

export const STYLE = `${HUES.map((hue, at) => `.h${at}{--h:${hue}}`).join("")}
:root{color-scheme:light dark;--h:255}
body{--bg:oklch(97% .012 var(--h));--paper:#fff;--ink:oklch(22% .02 var(--h));--soft:oklch(45% .025 var(--h));--line:oklch(88% .02 var(--h));--accent:oklch(46% .14 var(--h));--on:oklch(100% 0 0);
margin:0;min-height:100vh;min-height:100svh;display:grid;grid-template-rows:1fr auto;background:var(--bg);color:var(--ink);font:1.0625rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
@media(prefers-color-scheme:dark){body{--bg:oklch(17% .018 var(--h));--paper:oklch(22% .02 var(--h));--ink:oklch(94% .01 var(--h));--soft:oklch(76% .025 var(--h));--line:oklch(34% .025 var(--h));--accent:oklch(80% .11 var(--h));--on:oklch(19% .03 var(--h))}}
*{box-sizing:border-box}
main{width:100%;max-width:38rem;margin:auto;padding:clamp(1.25rem,5vw,4rem) min(5vw,3rem);display:grid;grid-template-columns:minmax(0,1fr);gap:clamp(1.75rem,5vw,4.5rem);align-items:center}
.code{margin:0;width:100%;padding:clamp(.5rem,2.4vw,.9rem);background:var(--accent);border-radius:clamp(1.5rem,7vw,2.75rem)}
.code svg,.code img{display:block;width:100%;height:auto;background:#fff;border-radius:clamp(1rem,5vw,1.95rem)}
.framed{background:#fff}
.framed svg,.framed img{border-radius:0}
.dark svg,.dark img,.framed.dark{background:#000}
.kind{margin:0 0 .5rem;font-size:1.0625rem;line-height:1.55;display:flex;align-items:center;gap:.6em;color:var(--accent);font-weight:650;letter-spacing:0}
.kind:before{content:"";width:.5em;height:.5em;border-radius:.12em;background:currentColor;outline:.17em solid;outline-offset:.17em;margin:.34em}
h1{margin:0;font-size:clamp(1.75rem,1.2rem + 2.6vw,3rem);line-height:1.12;letter-spacing:-.022em;font-weight:700;text-wrap:balance}
.hint{margin:.75rem 0 0;color:var(--soft)}
dl{margin:1.75rem 0 0;border-top:1px solid var(--line)}
dl div{padding:.7rem 0;border-bottom:1px solid var(--line)}
dt{color:var(--soft);font-size:.875rem}
dd{margin:0;white-space:pre-wrap}
pre{margin:.6rem 0 0;max-height:20rem;overflow:auto;white-space:pre-wrap;font:.9375rem/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.text{margin-top:0;max-height:28rem;font:inherit;font-size:1.375rem;line-height:1.5}
.long{font-size:1.0625rem}
dd:has(.copy){display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:space-between;align-items:start}
dd:has(.copy) bdi{user-select:all;-webkit-user-select:all}
dd .button{flex:none;min-height:2.75rem;padding:.25rem .9rem;font-size:.9375rem}
.exactly{font:1.125rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
i{font:.75em ui-monospace,monospace;font-style:normal;border:1px solid;border-radius:.3em;padding:0 .3em;color:var(--soft)}
a{color:var(--accent);text-underline-offset:.18em;text-decoration-thickness:.08em}
summary{cursor:pointer;color:var(--accent);width:fit-content;padding:.2rem 0}
.exact{margin-top:.25rem;font-size:.9375rem}
nav{display:flex;flex-wrap:wrap;gap:.625rem;margin-top:1.75rem}
.button{flex:1 1 auto;justify-content:center;font:inherit;font-weight:600;line-height:1.25;display:inline-flex;align-items:center;min-height:2.875rem;padding:.5rem min(1.15rem,4vw);border:1.5px solid var(--line);border-radius:.8rem;background:var(--paper);color:var(--ink);text-align:center;text-decoration:none;cursor:pointer}
.button:hover{border-color:var(--accent)}
.act{display:flex;flex-wrap:wrap;gap:.625rem;margin:1.25rem 0 0}
.act .button{flex-basis:100%}
.exact .copy{margin-top:.6rem}
.main{background:var(--accent);border-color:var(--accent);color:var(--on)}
.main:hover{filter:brightness(1.08)}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:.4rem}
.button:focus-visible{border-radius:.8rem}
#said{margin:.5rem 0 0;min-height:1.55em;font-size:.875rem}
[hidden]{display:none}
footer{padding:1.25rem;text-align:center;color:var(--soft);font-size:.875rem}
footer a{color:inherit}
@media(min-width:52rem){main{max-width:70rem;grid-template-columns:minmax(0,1.1fr) minmax(0,1fr)}}
@media print{@page{margin:12mm}
body{--bg:#fff;--paper:#fff;--ink:#000;--soft:#333;--line:#bbb;--accent:#000;display:block;min-height:0;font-size:max(9pt,2.1vmin)}
main{display:flex;flex-direction:column;align-items:center;justify-content:center;gap:2.5vmin;min-height:97vh;padding:0;text-align:center}
main>div{display:contents}
.kind{font-size:max(9pt,2.8vmin);margin:0;justify-content:center}
h1{order:1;font-size:max(20pt,7.5vmin)}
h1:has(>bdi){max-width:100%}
h1.kind{font-size:max(14pt,4vmin)}
.code{order:2;width:min(100%,56vh);padding:0;background:none;border-radius:0;break-inside:avoid}
.code svg,.code img{border-radius:0}
.hint{order:3;margin:0;font-size:max(9pt,2.6vmin);color:#000}
dl{order:4;margin:0;border:0;width:100%;display:flex;flex-wrap:wrap;justify-content:center;gap:.5vmin 5vmin}
dl div{border:0;padding:0;display:flex;align-items:baseline;gap:.5em;break-inside:avoid}
dd,dd:has(.copy){display:block;font-size:max(9pt,2.6vmin)}
dt{flex:none;font-size:max(8pt,2vmin)}
.exactly{font-size:max(11pt,4vmin)}
.text{order:4;max-height:none;font-size:max(9pt,3vmin)}
a{color:inherit;text-decoration:none}
div:has(>dd>details:not([open])),nav,.act,.button,#said,.exact,footer{display:none}}
@media print and (orientation:landscape){main{display:grid;grid-template-columns:auto minmax(0,1fr);grid-template-rows:1fr auto auto auto auto 1fr;column-gap:6vmin;row-gap:2vmin;justify-items:start;text-align:start}
.code{grid-row:1/7;grid-column:1;align-self:center;width:min(84vh,50vw)}
.kind{grid-row:2;grid-column:2}h1{grid-row:3;grid-column:2}.hint{grid-row:4;grid-column:2}dl,.text{grid-row:5;grid-column:2;justify-content:start}}`;

/** Shows the print button, and the copy buttons if a clipboard is available. Each copies either the value of a field or the
 *  whole text. */
export const SCRIPT = `const p=document.querySelector(".print");p.hidden=false;p.onclick=()=>print();const d=document.getElementById("data"),s=document.getElementById("said");if(navigator.clipboard)for(const b of document.querySelectorAll(".copy")){const n=b.textContent,t=b.dataset.value??(d.type?JSON.parse(d.textContent):d.textContent);b.hidden=false;b.onclick=()=>navigator.clipboard.writeText(t).then(()=>{b.textContent=s.dataset.copied;s.textContent=b.dataset.said;setTimeout(()=>{b.textContent=n;s.textContent=""},2e3)},()=>{s.textContent=s.dataset.blocked})}`;

export const STYLE_DIGEST = "sha256-9xUUsHGc+rBbive3LH1rwHbX3bFrNj1PH0ZnlCaiQeY=";
export const SCRIPT_DIGEST = "sha256-8NKYSdv58lyu8GmBDR1VCjH854ZzzaMECRXfizyIzAg=";
