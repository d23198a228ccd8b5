import { anyOf } from '#engine/words/read-words.ts'
import { plainName } from './plain-name.ts'

const commentQuestion = new RegExp(`^${anyOf('csv/comment-questions')}`, 'u')

/** “Why did you give this score?”, “Was können wir besser machen?”: a question whose answer is a text. */
export const isCommentQuestion = (header: string): boolean => commentQuestion.test(plainName(header))
