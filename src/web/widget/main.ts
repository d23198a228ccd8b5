import { start } from './widget.ts'

const script = document.currentScript ?? document.querySelector('script[data-key][src$="/widget.js"]')
if (script instanceof HTMLScriptElement)
  if (document.body) start(script)
  else addEventListener('DOMContentLoaded', () => start(script))
