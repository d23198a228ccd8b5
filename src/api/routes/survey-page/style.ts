import { createHash } from 'node:crypto'

/** A scale is one row; a long one has two rows on a phone. */
const columns = Array.from({ length: 10 }, (_, n) => `.s${n + 2}{grid-template-columns:repeat(${n + 2},1fr)}`).join('')

/** Inlined to save a request; the content security policy allows it by hash. */
export const style = `
:root{color-scheme:light dark;--page:#f6f7f9;--card:#fff;--ink:#1b1f26;--soft:#555d6b;--line:#838b99;--hair:#e3e6ec;
  --accent:#3450c8;--on-accent:#fff;--tint:#eef1fd;--bad:#b3261e;--bad-tint:#fdf0ef}
@media (prefers-color-scheme:dark){:root{--page:#0f1216;--card:#171b21;--ink:#eceff4;--soft:#a9b1bf;--line:#7b8494;
  --hair:#2a303a;--accent:#a9bbff;--on-accent:#10162e;--tint:#1f2740;--bad:#ffb4ab;--bad-tint:#33191a}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:1.0625rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,
  "Helvetica Neue",Arial,sans-serif;-webkit-text-size-adjust:100%}
main{max-inline-size:42rem;margin:0 auto;padding:clamp(1rem,6vw,4.5rem) clamp(1rem,4vw,1.5rem) 4rem}
header{margin-block-end:2rem}
.org{margin:0 0 .75rem;color:var(--soft);font-size:.9375rem}
h1{margin:0;font-size:clamp(1.5rem,1.2rem + 1.6vw,2.125rem);line-height:1.2;letter-spacing:-.015em;text-wrap:balance}
.lead{margin:.75rem 0 0;color:var(--soft);white-space:pre-line}
.card{background:var(--card);border:1px solid var(--hair);border-radius:1rem;padding:clamp(1.125rem,4vw,1.75rem);
  margin:0 0 1rem}
fieldset{border:0;margin:0;padding:0;min-inline-size:0}
.ask{display:block;padding:0;margin:0 0 1rem;font-weight:600;font-size:1.125rem;line-height:1.4;overflow-wrap:anywhere}
.mark{font-weight:400;font-size:.875rem;color:var(--soft);margin-inline-start:.375rem}
.hint{margin:-.625rem 0 1rem;color:var(--soft);font-size:.9375rem}
.bad{border-color:var(--bad)}
.why{margin:-.5rem 0 1rem;color:var(--bad);font-size:.9375rem;font-weight:600}
.steps{display:grid;gap:.375rem}
${columns}
.ends{display:flex;justify-content:space-between;gap:1rem;margin-block-start:.625rem;color:var(--soft);
  font-size:.875rem}
.ends span:last-child{text-align:end}
.pick{position:relative;display:flex}
.pick input{position:absolute;inset:0;inline-size:100%;block-size:100%;margin:0;opacity:0;cursor:pointer}
.pick span{flex:1;border:1px solid var(--line);border-radius:.625rem;padding:.625rem .25rem;min-block-size:2.75rem;
  text-align:center;font-variant-numeric:tabular-nums;transition:background-color .12s,border-color .12s}
.pick input:hover+span{border-color:var(--accent);background:var(--tint)}
.pick input:checked+span{background:var(--accent);border-color:var(--accent);color:var(--on-accent);font-weight:600}
.pick input:focus-visible+span,input:focus-visible,textarea:focus-visible,button:focus-visible,a:focus-visible,
  select:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.rows{display:grid;gap:.5rem}
.row{display:flex;gap:.75rem;align-items:flex-start;border:1px solid var(--line);border-radius:.625rem;
  padding:.6875rem .875rem;cursor:pointer;overflow-wrap:anywhere}
.row:hover{border-color:var(--accent);background:var(--tint)}
.row:has(input:checked){border-color:var(--accent);background:var(--tint);box-shadow:inset 0 0 0 1px var(--accent)}
.row input{flex:none;inline-size:1.25rem;block-size:1.25rem;margin:.1875rem 0 0;accent-color:var(--accent)}
textarea,.line{inline-size:100%;border:1px solid var(--line);border-radius:.625rem;background:transparent;
  color:inherit;font:inherit;padding:.6875rem .875rem}
textarea{min-block-size:7rem;field-sizing:content;max-block-size:24rem;resize:vertical}
.line{max-inline-size:16rem;min-block-size:2.75rem}
button{appearance:none;border:0;border-radius:.75rem;background:var(--accent);color:var(--on-accent);font:inherit;
  font-weight:600;padding:.8125rem 1.75rem;min-block-size:3rem;cursor:pointer;margin-block-start:.75rem}
button:hover{filter:brightness(1.08)}
.check{border-color:var(--bad);background:var(--bad-tint)}
.check p{margin:0 0 .5rem;font-weight:600}
.check ul{margin:0;padding-inline-start:1.25rem}
a{color:var(--accent)}
.check a{color:var(--bad)}
.note{text-align:center;padding-block:clamp(2rem,10vw,4rem)}
.note .lead{max-inline-size:32rem;margin-inline:auto}
.note .org{margin:1.75rem 0 0}
body:has(.note) main{padding-block-start:clamp(1rem,14vh,9rem)}
.embed:has(.note) main{padding-block-start:1rem}
.tick{inline-size:3.5rem;block-size:3.5rem;margin:0 auto 1.25rem;border-radius:50%;background:var(--tint);
  color:var(--accent);display:grid;place-items:center}
.tick svg{inline-size:1.75rem;block-size:1.75rem}
.trap{position:absolute;inset-inline-start:-9999px;block-size:1px;overflow:hidden}
.embed{background:transparent}
.embed main{padding:1rem}
@media (max-width:34rem){.s8,.s9,.s10{grid-template-columns:repeat(5,1fr)}.s11{grid-template-columns:repeat(6,1fr)}}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
@media (forced-colors:active){.pick input:checked+span{forced-color-adjust:none;background:Highlight;
  color:HighlightText}}
`.replace(/\n/g, '')

export const styleHash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

const [whole, darkRule] = /@media \(prefers-color-scheme:dark\)\{(:root\{[^}]*\})\}/.exec(style)!

/** With a fixed theme, regardless of the device's preference. */
export const styleByTheme = {
  light: style.replace(whole, '').replace('color-scheme:light dark', 'color-scheme:light'),
  dark: style.replace(whole, darkRule!).replace('color-scheme:light dark', 'color-scheme:dark'),
}
