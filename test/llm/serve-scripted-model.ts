import { parseArgs } from 'node:util'
import { readItemSets } from '../../scripts/eval/items/read-items.ts'
import { createLlmStub } from '../llm-stub.ts'
import { breakEvery } from './broken-answers.ts'
import { readReplies } from './read-replies.ts'
import { scriptedAnswers } from './scripted-answers.ts'

/*
 * node test/llm/serve-scripted-model.ts --items FILE… [--break N]
 * An endpoint that answers with the replies written by hand for these sets; every Nth answer is broken.
 */

const { values } = parseArgs({ options: { items: { type: 'string', multiple: true }, break: { type: 'string' } } })
const behave = scriptedAnswers(readItemSets(values.items ?? []).map(readReplies))
const stub = createLlmStub()
stub.reset(values.break ? breakEvery(Number(values.break), behave) : behave)
await stub.start()
process.stdout.write(`${stub.baseUrl}\n`)
