import { anyOf } from '#engine/words/read-words.ts'

const pattern = new RegExp(`^${anyOf('llm/catch-all-names')}$`, 'i')

/** “Other” and the like say nothing of what belongs to it. */
export const isCatchAllName = (name: string) => pattern.test(name)
