/** Inlined to save a request; the policy of the page allows it by hash. The typeface is that of the survey page. */
export const sharedStyle = `
:root{color-scheme:light dark;--page:#f6f7f9;--card:#fff;--ink:#1b1f26;--soft:#555d6b;--hair:#e3e6ec;--line:#838b99;
  --accent:#3450c8;--on-accent:#fff;--bad:#b3261e;--pos:#2e7d4f;--neu:#9aa3b2;--neg:#c9473a}
@media (prefers-color-scheme:dark){:root{--page:#0f1216;--card:#171b21;--ink:#eceff4;--soft:#a9b1bf;--hair:#2a303a;
  --line:#7b8494;--accent:#a9bbff;--on-accent:#10162e;--bad:#ffb4ab;--pos:#5fc38a;--neu:#707a8a;--neg:#f0857a}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:1.0625rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,
  "Helvetica Neue",Arial,sans-serif;-webkit-text-size-adjust:100%;overflow-wrap:anywhere}
main{max-inline-size:46rem;margin:0 auto;padding:clamp(1.25rem,6vw,4rem) clamp(1rem,4vw,1.5rem) 3rem}
main.wide{max-inline-size:72rem}
.org,.foot,.kind{color:var(--soft);font-size:.9375rem}
.org{margin:0 0 1rem}
.kind{margin:0 0 .25rem}
h1{margin:0;font-size:clamp(1.5rem,1.2rem + 1.6vw,2.125rem);line-height:1.2;letter-spacing:-.015em;text-wrap:balance}
h2{margin:2.25rem 0 .875rem;font-size:1.125rem;line-height:1.3}
h3{margin:0;font-size:1rem;line-height:1.35}
.lead{margin:.75rem 0 0;color:var(--soft);white-space:pre-line}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.75rem;margin:1.75rem 0 0}
.facts div,.card,blockquote{background:var(--card);border:1px solid var(--hair);border-radius:.875rem;
  padding:.875rem 1rem}
dt{color:var(--soft);font-size:.875rem}
dd{margin:.125rem 0 0;font-weight:600;font-variant-numeric:tabular-nums}
.how{margin:.75rem 0 0;color:var(--soft);font-size:.875rem}
blockquote{margin:0 0 .75rem;break-inside:avoid}
blockquote p{margin:0;white-space:pre-line}
blockquote footer{margin-block-start:.5rem;color:var(--soft);font-size:.875rem}
ul{margin:0;padding-inline-start:1.25rem}
li{margin-block-end:.375rem}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:1.25rem;align-items:start}
.columns .card{margin-block-end:.75rem;break-inside:avoid}
.card p{margin:.375rem 0 0;white-space:pre-line}
.card .note{color:var(--soft);font-size:.875rem}
.none{color:var(--soft);margin:0}
.bars{display:grid;gap:.75rem;margin:0;padding:0;list-style:none}
.bars li{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:.25rem .75rem;margin:0}
.bars svg{grid-column:1/-1;inline-size:100%;block-size:.5rem;border-radius:.25rem}
.bars span:nth-child(2){font-variant-numeric:tabular-nums;color:var(--soft)}
.pos{fill:var(--pos)}.neu{fill:var(--neu)}.neg{fill:var(--neg)}
.foot{margin-block-start:2.5rem;padding-block-start:1rem;border-block-start:1px solid var(--hair)}
.ask{max-inline-size:26rem;margin:clamp(1rem,12vh,7rem) auto 0;padding:1.75rem}
.ask label{display:block;margin:1.25rem 0 .375rem;font-weight:600}
.ask .bad{margin:.75rem 0 0;color:var(--bad);font-weight:600}
input{inline-size:100%;min-block-size:2.75rem;border:1px solid var(--line);border-radius:.625rem;background:transparent;
  color:inherit;font:inherit;padding:.5rem .875rem}
button{appearance:none;border:0;border-radius:.75rem;background:var(--accent);color:var(--on-accent);font:inherit;
  font-weight:600;padding:.6875rem 1.5rem;min-block-size:2.75rem;cursor:pointer;margin-block-start:1rem}
input:focus-visible,button:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
@media print{:root{color-scheme:light;--page:#fff;--card:#fff;--ink:#111;--soft:#444;--hair:#ccc}
  body{font-size:10.5pt}main,main.wide{max-inline-size:none;padding:0}h2{break-after:avoid}
  .facts div,.card,blockquote{break-inside:avoid}.bars svg{print-color-adjust:exact;-webkit-print-color-adjust:exact}
  @page{margin:16mm}}
@media (forced-colors:active){.bars svg{forced-color-adjust:none}}
`.replace(/\n/g, '')
