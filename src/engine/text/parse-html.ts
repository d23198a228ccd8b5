import { createRequire } from 'node:module'
import type { load } from 'cheerio'

const require = createRequire(import.meta.url)

/** Cheerio's `load`, imported at first use: with what it needs it is two hundred modules, and few servers parse HTML. */
export const parseHtml: typeof load = (...args) => (require('cheerio') as { load: typeof load }).load(...args)
