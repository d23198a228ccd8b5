/** The style of the widget inside its shadow root, apart from the styles of the page. */
export const css = `
:host{all:initial;--ink:#1b1f26;--page:#fff;--soft:#555d6b;--line:#838b99;--accent:#3450c8;--on-accent:#fff;
  position:fixed;inset-block-end:1rem;inset-inline-end:1rem;z-index:2147483000;display:grid;gap:.75rem;
  justify-items:end;font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;color:var(--ink)}
@media (prefers-color-scheme:dark){:host{--ink:#eceff4;--page:#171b21;--soft:#a9b1bf;--line:#7b8494;--accent:#a9bbff;
  --on-accent:#10162e}}
*{box-sizing:border-box}
button{font:inherit;font-weight:600;border:0;border-radius:.625rem;min-block-size:2.75rem;padding:.5rem 1.25rem;
  background:var(--accent);color:var(--on-accent);cursor:pointer}
button:disabled{opacity:.6;cursor:default}
.open{order:2;box-shadow:0 4px 16px #0004}
.panel{inline-size:min(22rem,calc(100vw - 2rem));max-block-size:calc(100vh - 7rem);overflow:auto;padding:1rem;
  border:1px solid var(--line);border-radius:.875rem;background:var(--page);box-shadow:0 8px 32px #0004}
.top{display:flex;justify-content:space-between;align-items:start;gap:.5rem}
h2{margin:0 0 .75rem;font-size:1.125rem;line-height:1.3;overflow-wrap:anywhere}
.close{min-block-size:2rem;min-inline-size:2rem;padding:0;background:transparent;color:var(--ink);font-size:1.25rem}
form{display:grid;gap:.75rem}
label{display:grid;gap:.25rem;font-size:.875rem;color:var(--soft)}
textarea,input{font:inherit;font-size:1rem;inline-size:100%;padding:.5rem .625rem;
  border:1px solid var(--line);border-radius:.5rem;background:transparent;color:var(--ink)}
textarea{resize:vertical}
p{margin:0}
p:empty{display:none}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.trap{position:absolute;inset-inline-start:-9999px;block-size:1px;overflow:hidden}
`.replace(/\n/g, '')
