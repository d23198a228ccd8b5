import { UsageError } from '#client/usage-error.ts'
import { connectAs } from './connection.ts'
import { type Io, print, readAll } from './io.ts'
import { jsonOf } from './text.ts'

type AddOptions = { source: string; name?: string; email?: string; json?: boolean }

/** `earshot feedback add "The export never ends"`, or the text from stdin. */
export async function addFeedback(words: readonly string[], options: AddOptions, io: Io): Promise<void> {
  const fromInput = words.length === 0 || (words.length === 1 && words[0] === '-')
  const content = (fromInput ? (await readAll(io.stdin)).toString('utf8') : words.join(' ')).trim()
  if (content === '') throw new UsageError('feedback add needs a text, as argument or on stdin')
  const { source, name, email } = options
  const contact = { ...(name && { name }), ...(email && { email }) }
  const body = { content, source, ...(Object.keys(contact).length > 0 && { contact }) }
  const { send } = await connectAs(io)
  const added = (await send({ method: 'POST', path: '/feedback', body }, {})) as { id: string; result: string }
  await print(io.stdout, options.json || !io.isTTY ? `${jsonOf(added, 2)}\n` : `${added.result} ${added.id}\n`)
}
