export type Guide = { slug: string; title: string; group: string; summary: string }
/** A heading of a guide and the text below it. */
export type DocsSection = { id: string; slug: string; title: string; heading: string; anchor: string; text: string }
