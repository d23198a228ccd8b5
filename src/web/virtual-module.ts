import type { Plugin } from 'vite'

/** A module of one value that is evaluated at build time. */
export const virtualModule = (name: string, value: () => unknown): Plugin => ({
  name: `earshot-${name}`,
  resolveId: (id) => (id === `virtual:${name}` ? `\0${name}` : null),
  load: (id) =>
    id === `\0${name}` ? `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value()))})` : null,
})
