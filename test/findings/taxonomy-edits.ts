import type { Body } from '../test-server.ts'

/** What the insights of these tests are about. */
export const topics: Record<string, string[]> = {
  'CSV export': [
    'The CSV export stops at ten thousand rows',
    'CSV export fails for large boards',
    'Exporting a board to CSV times out',
    'The CSV export file is empty',
    'CSV export is missing rows',
    'The PDF export of a board has no colours',
    'PDF export cuts the last page off',
  ],
  'Dark mode': [
    'Please add a dark mode',
    'A dark mode would be great at night',
    'Dark mode please, my eyes hurt',
    'I would like a dark mode in the editor',
    'We want a dark mode',
  ],
  'Single sign-on': [
    'Single sign-on login loops forever',
    'I cannot log in with single sign-on',
    'Login through single sign-on gives an error',
    'Our single sign-on login is broken',
    'Single sign-on login fails on Safari',
  ],
  Invoices: [
    'The invoice has the wrong address',
    'Invoices arrive a week late',
    'The invoice shows the wrong tax',
    'I need last year’s invoices as one file',
  ],
}

/** A few random changes of a document. */
export function edited(themes: Body[], random: () => number): Body[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const statement = () => pick(Object.values(topics).flat())
  const wanted = structuredClone(themes)
  const edits = [
    () => (pick(wanted).name = `${pick(Object.keys(topics))} ${Math.floor(random() * 1000)}`),
    () => pick(wanted).belongs.push(`${statement()} ${Math.floor(random() * 1000)}`),
    () => pick(wanted).does_not_belong.push(`${statement()} ${Math.floor(random() * 1000)}`),
    () => (pick(wanted).definition = `Everything about ${pick(['exports', 'colours', 'login', 'invoices', 'files'])}`),
    () => wanted.length > 2 && wanted.splice(Math.floor(random() * wanted.length), 1),
    () => {
      if (wanted.length < 3) return
      const [source] = wanted.splice(Math.floor(random() * wanted.length), 1)
      pick(wanted).merged = [source!.name]
    },
    () =>
      wanted.push({
        name: `${pick(['PDF', 'Safari', 'Tax', 'Editor'])} ${Math.floor(random() * 1000)}`,
        belongs: [statement()],
        does_not_belong: [],
        merged: [],
      }),
    () => {
      const [a, b] = [pick(wanted), pick(wanted)]
      ;[a.name, b.name] = [b.name, a.name]
    },
  ]
  for (let n = 0; n < 3; n++) pick(edits)()
  for (const theme of wanted)
    theme.merged = theme.merged.filter((name: string) => wanted.every((one) => one.name !== name))
  return wanted
}
