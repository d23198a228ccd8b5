import jq from 'jq-web'
import { UsageError } from '#client/usage-error.ts'
import { type Io, print } from './io.ts'

/** All but tab and line feed: a terminal would obey them. */
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g

/** Prints what a filter of jq takes from the answer; texts as they are, without quotes. */
export async function printFiltered(answer: unknown, filter: string, io: Io): Promise<void> {
  const text = await run(answer, filter)
  if (text !== '') await print(io.stdout, `${io.isTTY ? text.replace(control, ' ') : text}\n`)
}

async function run(answer: unknown, filter: string): Promise<string> {
  try {
    return (await jq).raw(JSON.stringify(answer), filter, ['-r'])?.replace(/\n$/, '') ?? ''
  } catch (error) {
    const reason = /jq: (?:error: )?(.*)/.exec((error as Error).message)?.[1] ?? (error as Error).message
    throw new UsageError(`--jq: ${reason.replace(/ \(Unix shell quoting issues\?\)/, '')}`)
  }
}
