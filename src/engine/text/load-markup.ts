import { createRequire } from 'node:module'
import type { load } from 'cheerio'

const require = createRequire(import.meta.url)

/** Cheerio's `load`, imported at first use: it needs two hundred modules, and few servers read HTML or XML. */
export const loadMarkup: typeof load = (...args) => (require('cheerio') as { load: typeof load }).load(...args)
