const turn = /^([^\s:][^:\n]{0,40}):\s+\S/

/** The speakers of a pasted conversation, lines such as "Ana: it fails"; empty unless two people speak. */
export function speakersIn(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const names = lines.flatMap((line) => turn.exec(line.trim())?.[1] ?? [])
  const speakers = [...new Set(names)]
  // A text with a colon here and there is no conversation.
  return speakers.length >= 2 && names.length >= lines.length / 2 ? speakers : []
}

/** The text that a bookmarklet put into the address, which never reaches the server. */
export const textInAddress = () => new URLSearchParams(location.hash.slice(1)).get('text') ?? ''
