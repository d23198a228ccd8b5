import { useState } from 'react'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Checkbox, TextArea, TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { speakersIn, textInAddress } from './conversation-text.ts'

type Props = { onClose: () => void; onCreated: (id: string) => void }

const today = () => new Date().toISOString().slice(0, 10)

/** A conversation is stored as an interview, so that its speakers are kept apart. */
function useCreate({ onClose, onCreated }: Props) {
  const feedback = useApiMutation('ingestFeedback', {
    successMessage: t('Feedback added'),
    onSuccess: ({ id }) => onCreated(id),
  })
  const interview = useApiMutation('createInterview', {
    successMessage: t('Conversation added'),
    onSuccess: ({ feedback_id }) => (feedback_id ? onCreated(feedback_id) : onClose()),
  })
  const createFeedback = ({ content, name, email }: Record<string, string>) =>
    feedback.mutate({
      content: content!,
      source: 'manual',
      ...((name || email) && { contact: { ...(name && { name }), ...(email && { email }) } }),
    })
  const createConversation = (text: string, speakers: readonly string[]) =>
    interview.mutate({
      title: t('Conversation of {names}', { names: speakers.slice(0, 3).join(', ') }).slice(0, 200),
      interview_date: today(),
      source: 'manual',
      transcript: { format: 'plain', text },
    })
  return { createFeedback, createConversation, busy: feedback.isPending || interview.isPending }
}

/** Feedback from a call, a chat or a meeting, written down or pasted by a member. */
export function CreateFeedback(props: Props) {
  const [text, setText] = useState(textInAddress)
  const [isText, setIsText] = useState(false)
  const speakers = speakersIn(text)
  const isConversation = speakers.length > 0 && !isText
  const { createFeedback, createConversation, busy } = useCreate(props)
  return (
    <FormDialog
      title={t('New feedback')}
      note={t('Write down what a customer said, in their words. It is analyzed like any other feedback.')}
      submitLabel={t('Add feedback')}
      busy={busy}
      onSubmit={(values) => (isConversation ? createConversation(values.content!, speakers) : createFeedback(values))}
      onClose={props.onClose}
    >
      <TextArea
        label={t('Feedback')}
        name="content"
        required
        rows={6}
        autoFocus
        defaultValue={text}
        hint={t('Paste a conversation too: lines such as “Ana: The export fails.”')}
        onChange={(event) => setText(event.target.value)}
        limitsFrom={['ingestFeedback', 'content']}
      />
      {speakers.length > 0 && (
        <Checkbox
          label={t('A conversation of {names}', { names: speakers.slice(0, 5).join(', ') })}
          checked={!isText}
          onChange={(on) => setIsText(!on)}
        />
      )}
      {!isConversation && <ContactFields />}
    </FormDialog>
  )
}

const ContactFields = () => (
  <div className="grid gap-4 sm:grid-cols-2">
    <TextField label={t('Contact name')} name="name" maxLength={200} autoComplete="off" />
    <TextField label={t('Contact email')} name="email" type="email" autoComplete="off" />
  </div>
)
