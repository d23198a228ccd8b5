import { anyOf } from '#engine/words/read-words.ts'

/** “When I open the menu”: says nothing without the point. */
const opening = new RegExp(String.raw`^${anyOf('naming/circumstance-openings')}(?!\p{L})`, 'iu')

export const isCircumstance = (clause: string): boolean => opening.test(clause) && !/ it /i.test(clause)
