import { evaluateItems } from './scripts/eval/items/evaluate-items.ts'
import { readItemSets } from './scripts/eval/items/read-items.ts'
const [tier, translations, ...files] = process.argv.slice(2)
await evaluateItems(readItemSets(files), { tier: tier as any, translations: translations==='t', names: false, out: '/work/out/a' })
