/** The text that a bookmarklet put into the address, which never reaches the server. */
export const textInAddress = () => new URLSearchParams(location.hash.slice(1)).get('text') ?? ''
