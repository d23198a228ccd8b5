import { anyOf } from '#engine/words/read-words.ts'
import type { Importance } from '#vocabulary/importance.ts'

/* Only a suggestion: how much something matters to a customer is for people to say. */

const critical = new RegExp(`(?<![\\p{L}\\p{N}])${anyOf('importance/critical')}(?![\\p{L}\\p{N}])`, 'iu')
/** Japanese has no spaces between words. */
const criticalJapanese = new RegExp(anyOf('importance/critical-japanese'), 'u')

/** Critical where a customer says that they cannot work or are leaving; other words say too little. */
export function suggestedImportance(text: string): Importance | null {
  const plain = text.normalize('NFKC').replaceAll('’', "'")
  return critical.test(plain) || criticalJapanese.test(plain) ? 'critical' : null
}
