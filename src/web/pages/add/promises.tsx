import { t } from '#web/i18n/t.ts'

/** What one can rely on, before there is anything to see. */
export function Promises() {
  const promises = [
    t('Every quote is real, word for word from what you added.'),
    t('Every number opens the list that it counts.'),
    t('The same data gives the same result.'),
    t('Where your data says nothing, the answer is that it says nothing.'),
    t('Nothing leaves this server unless you connect something.'),
  ]
  return (
    <ul className="grid gap-x-6 gap-y-1 px-1 text-sm text-soft sm:grid-cols-2">
      {promises.map((text) => (
        <li key={text} className="flex gap-2">
          <span aria-hidden className="text-accent-text">
            ✓
          </span>
          {text}
        </li>
      ))}
    </ul>
  )
}
