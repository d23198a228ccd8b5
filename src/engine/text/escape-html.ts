const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** For text and for attributes in quotes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (mark) => entities[mark]!)
