/* The texts of the page in each language. */

const en = {
  submit: 'Send answers',
  required: 'required',
  all: 'Choose all that apply',
  yes: 'Yes',
  no: 'No',
  nps: ['Not at all likely', 'Extremely likely'],
  csat: ['Very dissatisfied', 'Very satisfied'],
  ces: ['Very difficult', 'Very easy'],
  check: 'Please look at these answers again:',
  missing: 'Please answer this question.',
  unfit: 'This answer cannot be read.',
  thanks: 'Thank you',
  thanksText: 'Your answers have been sent. You can close this page.',
  closed: 'This survey is closed',
  closedText: 'It takes no more answers. Thank you for stopping by.',
  early: 'This survey is not open yet',
  earlyText: 'Please come back a little later.',
  gone: 'There is no survey here',
  goneText: 'Please check the link, or ask the person who sent it to you.',
  busy: 'One moment, please',
  busyText: 'Too many answers came from here. Please try again in a minute; your browser keeps what you wrote.',
  broken: 'That did not work',
  brokenText: 'Your answers could not be sent. Please go back and try again.',
}
export type Messages = typeof en

const de: Messages = {
  submit: 'Antworten senden',
  required: 'erforderlich',
  all: 'Mehrere Antworten möglich',
  yes: 'Ja',
  no: 'Nein',
  nps: ['Sehr unwahrscheinlich', 'Sehr wahrscheinlich'],
  csat: ['Sehr unzufrieden', 'Sehr zufrieden'],
  ces: ['Sehr schwierig', 'Sehr einfach'],
  check: 'Bitte sehen Sie sich diese Antworten noch einmal an:',
  missing: 'Bitte beantworten Sie diese Frage.',
  unfit: 'Diese Antwort lässt sich nicht lesen.',
  thanks: 'Vielen Dank',
  thanksText: 'Ihre Antworten sind angekommen. Sie können diese Seite schließen.',
  closed: 'Diese Umfrage ist beendet',
  closedText: 'Sie nimmt keine Antworten mehr an. Danke für Ihr Interesse.',
  early: 'Diese Umfrage hat noch nicht begonnen',
  earlyText: 'Bitte schauen Sie etwas später wieder vorbei.',
  gone: 'Hier gibt es keine Umfrage',
  goneText: 'Bitte prüfen Sie den Link oder fragen Sie, wer ihn geschickt hat.',
  busy: 'Einen Moment bitte',
  busyText:
    'Von hier kamen zu viele Antworten. Bitte versuchen Sie es in einer Minute noch einmal; Ihr Browser behält, ' +
    'was Sie geschrieben haben.',
  broken: 'Das hat nicht geklappt',
  brokenText: 'Ihre Antworten konnten nicht gesendet werden. Bitte gehen Sie zurück und versuchen Sie es noch einmal.',
}

const es: Messages = {
  submit: 'Enviar respuestas',
  required: 'obligatoria',
  all: 'Puede elegir varias',
  yes: 'Sí',
  no: 'No',
  nps: ['Nada probable', 'Muy probable'],
  csat: ['Muy insatisfecho', 'Muy satisfecho'],
  ces: ['Muy difícil', 'Muy fácil'],
  check: 'Revise de nuevo estas respuestas:',
  missing: 'Responda a esta pregunta, por favor.',
  unfit: 'No se puede leer esta respuesta.',
  thanks: 'Muchas gracias',
  thanksText: 'Hemos recibido sus respuestas. Ya puede cerrar esta página.',
  closed: 'Esta encuesta está cerrada',
  closedText: 'Ya no admite respuestas. Gracias por su interés.',
  early: 'Esta encuesta aún no está abierta',
  earlyText: 'Vuelva un poco más tarde, por favor.',
  gone: 'Aquí no hay ninguna encuesta',
  goneText: 'Compruebe el enlace o pregunte a quien se lo envió.',
  busy: 'Un momento, por favor',
  busyText:
    'Han llegado demasiadas respuestas desde aquí. Inténtelo de nuevo en un minuto; su navegador conserva lo que ' +
    'ha escrito.',
  broken: 'No ha funcionado',
  brokenText: 'No se han podido enviar sus respuestas. Vuelva atrás e inténtelo de nuevo.',
}

const fr: Messages = {
  submit: 'Envoyer les réponses',
  required: 'obligatoire',
  all: 'Plusieurs réponses possibles',
  yes: 'Oui',
  no: 'Non',
  nps: ['Pas du tout probable', 'Très probable'],
  csat: ['Très insatisfait', 'Très satisfait'],
  ces: ['Très difficile', 'Très facile'],
  check: 'Veuillez revoir ces réponses :',
  missing: 'Veuillez répondre à cette question.',
  unfit: 'Cette réponse n’est pas lisible.',
  thanks: 'Merci beaucoup',
  thanksText: 'Vos réponses ont bien été envoyées. Vous pouvez fermer cette page.',
  closed: 'Ce questionnaire est clos',
  closedText: 'Il n’accepte plus de réponses. Merci de votre intérêt.',
  early: 'Ce questionnaire n’est pas encore ouvert',
  earlyText: 'Revenez un peu plus tard.',
  gone: 'Il n’y a pas de questionnaire ici',
  goneText: 'Vérifiez le lien ou demandez à la personne qui vous l’a envoyé.',
  busy: 'Un instant, s’il vous plaît',
  busyText:
    'Trop de réponses viennent d’ici. Réessayez dans une minute ; votre navigateur garde ce que vous avez écrit.',
  broken: 'Cela n’a pas fonctionné',
  brokenText: 'Vos réponses n’ont pas pu être envoyées. Revenez en arrière et réessayez.',
}

const it: Messages = {
  submit: 'Invia le risposte',
  required: 'obbligatoria',
  all: 'Sono possibili più risposte',
  yes: 'Sì',
  no: 'No',
  nps: ['Per niente probabile', 'Molto probabile'],
  csat: ['Molto insoddisfatto', 'Molto soddisfatto'],
  ces: ['Molto difficile', 'Molto facile'],
  check: 'Rivedi queste risposte:',
  missing: 'Rispondi a questa domanda.',
  unfit: 'Questa risposta non è leggibile.',
  thanks: 'Grazie',
  thanksText: 'Le tue risposte sono state inviate. Puoi chiudere questa pagina.',
  closed: 'Questo sondaggio è chiuso',
  closedText: 'Non accetta più risposte. Grazie dell’interesse.',
  early: 'Questo sondaggio non è ancora aperto',
  earlyText: 'Torna un po’ più tardi.',
  gone: 'Qui non c’è nessun sondaggio',
  goneText: 'Controlla il link o chiedi a chi te lo ha mandato.',
  busy: 'Un momento, per favore',
  busyText: 'Da qui sono arrivate troppe risposte. Riprova tra un minuto; il browser conserva quello che hai scritto.',
  broken: 'Non ha funzionato',
  brokenText: 'Non è stato possibile inviare le risposte. Torna indietro e riprova.',
}

const nl: Messages = {
  submit: 'Antwoorden versturen',
  required: 'verplicht',
  all: 'Meerdere antwoorden mogelijk',
  yes: 'Ja',
  no: 'Nee',
  nps: ['Zeer onwaarschijnlijk', 'Zeer waarschijnlijk'],
  csat: ['Zeer ontevreden', 'Zeer tevreden'],
  ces: ['Zeer moeilijk', 'Zeer makkelijk'],
  check: 'Kijk deze antwoorden nog eens na:',
  missing: 'Beantwoord deze vraag.',
  unfit: 'Dit antwoord is niet te lezen.',
  thanks: 'Hartelijk dank',
  thanksText: 'Je antwoorden zijn verstuurd. Je kunt deze pagina sluiten.',
  closed: 'Deze enquête is gesloten',
  closedText: 'Antwoorden is niet meer mogelijk. Bedankt voor je interesse.',
  early: 'Deze enquête is nog niet open',
  earlyText: 'Kom wat later terug.',
  gone: 'Hier is geen enquête',
  goneText: 'Controleer de link of vraag het aan wie hem stuurde.',
  busy: 'Een ogenblik',
  busyText:
    'Er kwamen hier te veel antwoorden vandaan. Probeer het over een minuut opnieuw; je browser bewaart wat je ' +
    'schreef.',
  broken: 'Dat lukte niet',
  brokenText: 'Je antwoorden konden niet worden verstuurd. Ga terug en probeer het opnieuw.',
}

const pt: Messages = {
  submit: 'Enviar respostas',
  required: 'obrigatória',
  all: 'Pode escolher várias',
  yes: 'Sim',
  no: 'Não',
  nps: ['Nada provável', 'Muito provável'],
  csat: ['Muito insatisfeito', 'Muito satisfeito'],
  ces: ['Muito difícil', 'Muito fácil'],
  check: 'Reveja estas respostas:',
  missing: 'Responda a esta pergunta.',
  unfit: 'Não foi possível ler esta resposta.',
  thanks: 'Muito obrigado',
  thanksText: 'As suas respostas foram enviadas. Pode fechar esta página.',
  closed: 'Este inquérito está fechado',
  closedText: 'Já não aceita respostas. Obrigado pelo interesse.',
  early: 'Este inquérito ainda não abriu',
  earlyText: 'Volte um pouco mais tarde.',
  gone: 'Não há nenhum inquérito aqui',
  goneText: 'Verifique a ligação ou pergunte a quem a enviou.',
  busy: 'Um momento, por favor',
  busyText:
    'Chegaram demasiadas respostas daqui. Tente de novo dentro de um minuto; o navegador guarda o que escreveu.',
  broken: 'Não funcionou',
  brokenText: 'Não foi possível enviar as respostas. Volte atrás e tente de novo.',
}

const translations: Record<string, Messages> = { en, de, es, fr, it, nl, pt }
const baseOf = (tag: string) => tag.trim().toLowerCase().split('-')[0]!

/** The survey's language if there is a translation, else the first of the browser's languages that has one. */
export function messagesFor(survey: string | null, accepted: string | undefined): { lang: string; messages: Messages } {
  const preferred = survey
    ? [survey]
    : (accepted ?? '')
        .slice(0, 200)
        .split(',')
        .map((part) => part.split(';')[0]!)
  const lang = preferred.map(baseOf).find((base) => Object.hasOwn(translations, base)) ?? 'en'
  return { lang, messages: translations[lang]! }
}

const rightToLeft = new Set(['ar', 'fa', 'he', 'ur'])
export const directionOf = (tag: string): 'ltr' | 'rtl' => (rightToLeft.has(baseOf(tag)) ? 'rtl' : 'ltr')
