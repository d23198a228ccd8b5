const ascii = /^[\x00-\x7f]*$/

/** Most texts are: their letters and words can be told by number, without a string for each. */
export const isPlain = (text: string) => ascii.test(text)
