import { readWords } from '#engine/words/read-words.ts'
import { plainName } from './plain-name.ts'

/* Columns with a part of a person's name. */

const givenNames = new Set(readWords('csv/given-names'))
const familyNames = new Set(readWords('csv/family-names'))

export const isGivenName = (header: string): boolean => givenNames.has(plainName(header))
export const isFamilyName = (header: string): boolean => familyNames.has(plainName(header))
