import { parseArgs } from 'node:util'
import { readItemSets } from '../../scripts/eval/items/read-items.ts'
import { createLlmStub } from '../llm-stub.ts'
import { breakEvery } from './broken-answers.ts'
import { readReplies } from './read-replies.ts'
import { scriptedAnswers } from './scripted-answers.ts'

/*
 * node test/llm/serve-scripted-model.ts --items FILE… [--break N] [--replies FOLDER]
 * An endpoint that answers with the replies written by hand for these sets; every Nth answer is broken.
 * `--replies blind` takes those that were written without knowing the names of the labelled topics.
 */

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { items: { ...text, multiple: true }, break: text, replies: text } })
const behave = scriptedAnswers(readItemSets(values.items ?? []).map((set) => readReplies(set, values.replies)))
const stub = createLlmStub()
stub.reset(values.break ? breakEvery(Number(values.break), behave) : behave)
await stub.start()
process.stdout.write(`${stub.baseUrl}\n`)
