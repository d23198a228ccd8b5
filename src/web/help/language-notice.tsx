import { Languages } from 'lucide-react'
import { useApiQuery } from '#web/api/hooks.ts'
import { locale, t } from '#web/i18n/t.ts'

/** `German` for `de`; the code itself where the browser has no name for it. */
export const languageName = (code: string): string => {
  try {
    return new Intl.DisplayNames(locale(), { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

/** Shown where the model was not trained on the language of the text. */
export function LanguageNotice({ language }: { language: string | null | undefined }) {
  const isEnglish = !language || /^en\b/.test(language)
  const { data } = useApiQuery('getAnalysis', {}, { enabled: !isEnglish })
  if (isEnglish || !data || data.languages.includes(language.split('-', 1)[0]!)) return null
  return (
    <p role="note" className="flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn-text">
      <Languages className="mt-0.5 size-4 shrink-0" />
      <span>
        {t(
          [
            'The analysis does not cover {language}. Sentiment, category and theme may be wrong: please check ',
            'them. Search works.',
          ],
          { language: languageName(language) },
        )}
      </span>
    </p>
  )
}
