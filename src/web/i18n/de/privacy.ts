/** Masking and retention. */
export const privacy: Record<string, string> = {
  '{count} items deleted in the last run': '{count} Elemente beim letzten Lauf gelöscht',
  '{count} items would be deleted now.': '{count} Elemente würden jetzt gelöscht.',
  '{count} older items are kept as evidence of Projects and initiatives.':
    '{count} ältere Elemente bleiben als Belege von Projekten und Initiativen.',
  'Add a source': 'Quelle hinzufügen',
  'Add rules for a source': 'Regeln für eine Quelle hinzufügen',
  'Any source': 'Jede Quelle',
  'Card numbers': 'Kartennummern',
  'Count what would be deleted': 'Zählen, was gelöscht würde',
  Day: 'Tag',
  'Delete after (days)': 'Löschen nach (Tagen)',
  'Email addresses': 'E-Mail-Adressen',
  IBANs: 'IBANs',
  'In new texts, before they are stored. Contacts keep their own email address and phone number.':
    'In neuen Texten, bevor sie gespeichert werden. Kontakte behalten ihre eigene E-Mail-Adresse und Telefonnummer.',
  'Mask personal data': 'Personenbezogene Daten unkenntlich machen',
  'Masked in the last 30 days': 'In den letzten 30 Tagen unkenntlich gemacht',
  'An erased contact loses name, email and all other fields; quotes are removed. Counts stay.':
    'Ein gelöschter Kontakt verliert Name, E-Mail-Adresse und alle anderen Felder; Zitate werden entfernt. Zahlen bleiben.',
  'Counts stay. This cannot be undone.': 'Zahlen bleiben. Das lässt sich nicht rückgängig machen.',
  'Erasing contacts': 'Löschung von Kontakten',
  'Keep texts of erased contacts, with identifiers masked':
    'Texte gelöschter Kontakte behalten, ohne was sie erkennbar macht',
  'Name, email and all other fields of this contact are removed, and their quotes.':
    'Name, E-Mail-Adresse und alle anderen Felder dieses Kontakts werden entfernt, ebenso die Zitate.',
  'In feedback, tickets, responses and interviews. Off: these texts are removed.':
    'In Feedback, Tickets, Antworten und Interviews. Aus: diese Texte werden entfernt.',
  'The texts of their feedback, tickets, responses and interviews are removed, with the insights’ names.':
    'Die Texte in Feedback, Tickets, Antworten und Interviews werden entfernt, mit den Namen der Erkenntnisse.',
  'Their feedback, tickets, responses and interviews stay, with identifiers masked.':
    'Feedback, Tickets, Antworten und Interviews bleiben; was die Person erkennbar macht, wird unkenntlich gemacht.',
  'Nothing was masked.': 'Nichts wurde unkenntlich gemacht.',
  'Older feedback, tickets, responses and interviews are deleted every night, with the insights in them.':
    'Älteres Feedback, Tickets, Antworten und Interviews werden jede Nacht gelöscht, mit den Erkenntnissen daraus.',
  'One a line: a name, a colon and a regular expression (RE2). The name replaces what it matches.':
    'Eines je Zeile: ein Name, ein Doppelpunkt und ein regulärer Ausdruck (RE2). Der Name ersetzt, was er findet.',
  Patterns: 'Muster',
  'Phone numbers': 'Telefonnummern',
  Privacy: 'Datenschutz',
  Retention: 'Aufbewahrung',
  'Rules for a source': 'Regeln für eine Quelle',
  Show: 'Anzeigen',
  Text: 'Text',
  'Try it on a text': 'An einem Text ausprobieren',
  'With the saved rules. Nothing is stored.': 'Mit den gespeicherten Regeln. Nichts wird gespeichert.',
}
