const ascii = /^[\x00-\x7f]*$/

/** Most texts are; their characters can be compared by code, without a string for each. */
export const isAscii = (text: string) => ascii.test(text)
