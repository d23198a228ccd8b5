import { Bookmark } from 'lucide-react'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/routes/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyBlock } from '#web/ui/copy-block.tsx'

/** The text goes behind the #, so that it reaches no server log. */
const bookmarklet = (origin: string) =>
  `javascript:void window.open('${origin}${paths.inbox({ create: '1' })}#text='` +
  `+encodeURIComponent(getSelection()+'\\n\\n'+location.href))`

/** A bookmark that adds the selected text of any page as feedback. */
export function Bookmarklet() {
  const code = bookmarklet(location.origin)
  return (
    <Card
      title={
        <span className="inline-flex items-center gap-2">
          <Bookmark className="size-4 text-faint" />
          {t('Bookmarklet')}
        </span>
      }
      note={t('Drag the button to your bookmarks. On any page it adds the selected text as feedback.')}
    >
      <div className="grid justify-items-start gap-3">
        {/* React refuses javascript: addresses in href; this one runs on other pages, never here. */}
        <a
          ref={(link) => link?.setAttribute('href', code)}
          onClick={(event) => event.preventDefault()}
          className={buttonClass()}
        >
          {t('Add to Earshot')}
        </a>
        <CopyBlock label={t('Address of the bookmark')} text={code} />
      </div>
    </Card>
  )
}
