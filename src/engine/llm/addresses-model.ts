import { anyOf } from '#engine/words/read-words.ts'

/*
 * Feedback is data, whatever it says. A text that addresses a model is never put into one request with others, so that
 * it can change nothing but its own labels.
 */

const pattern = new RegExp(anyOf('llm/addresses-model'), 'im')

export const addressesModel = (text: string) => pattern.test(text)
