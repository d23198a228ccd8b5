/* Models are asked for JSON alone; many put it in a code fence, or text and their reasoning around it. */

const reasoning = /<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi
const fence = /```[\w-]*[ \t]*\n?([\s\S]*?)```/g
/** Beginnings of objects that are tried, so that a long text without JSON costs little. */
const maxStarts = 20

/** The first JSON object in a text; undefined when there is none that is complete. */
export function jsonInText(text: string): object | undefined {
  const plain = text.replace(reasoning, '').trim()
  const fenced = [...plain.matchAll(fence)].map((match) => match[1]!.trim())
  for (const candidate of [plain, ...fenced]) {
    const found = parseObject(candidate)
    if (found) return found
  }
  return embeddedObject(plain)
}

function parseObject(text: string): object | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    return JSON.parse(text) as object
  } catch {
    return undefined
  }
}

function embeddedObject(text: string): object | undefined {
  let start = text.indexOf('{')
  for (let n = 0; start >= 0 && n < maxStarts; n++) {
    const end = endOfObject(text, start)
    const found = end === undefined ? undefined : parseObject(text.slice(start, end))
    if (found) return found
    start = text.indexOf('{', start + 1)
  }
  return undefined
}

/** The position after the brace that closes the one at `start`; braces in strings do not count. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0
  let inString = false
  for (let i = start; i < text.length; i++) {
    const character = text[i]
    if (inString) {
      if (character === '\\') i++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{') depth++
    else if (character === '}' && --depth === 0) return i + 1
  }
  return undefined
}
