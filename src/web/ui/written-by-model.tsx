import { Sparkles } from 'lucide-react'
import { t } from '#web/i18n/t.ts'

/** Says that a language model wrote the text; nothing where Earshot or a person did. */
export const WrittenByModel = ({ model }: { model: string | null }) =>
  model && (
    <span className="inline-flex items-center gap-1 text-xs text-faint">
      <Sparkles aria-hidden className="size-3.5 shrink-0" />
      {t('Written by the language model {model}', { model })}
    </span>
  )
