/** The feedback widget. */
export const widgets: Record<string, string> = {
  'Feedback widget': 'Feedback-Widget',
  'A button on your website; what visitors write arrives in the Inbox.':
    'Ein Knopf auf Ihrer Website; was Besucher schreiben, kommt im Eingang an.',
  'New widget': 'Neues Widget',
  'No widgets yet': 'Noch keine Widgets',
  'Create one for your website and paste its code into the pages.':
    'Legen Sie eines für Ihre Website an und fügen Sie seinen Code in die Seiten ein.',
  'The key is public. It sends feedback from the allowed websites and can do nothing else.':
    'Der Schlüssel ist öffentlich. Er sendet Feedback von den erlaubten Websites und kann sonst nichts.',
  'last feedback': 'letztes Feedback',
  'Widget revoked': 'Widget widerrufen',
  'Revoke this widget?': 'Dieses Widget widerrufen?',
  'Pages with its code can send no more feedback. What came in stays.':
    'Seiten mit seinem Code können kein Feedback mehr senden. Was ankam, bleibt erhalten.',
  'Code for the pages of {where}': 'Code für die Seiten von {where}',
  'Hide preview': 'Vorschau ausblenden',
  'Show preview': 'Vorschau zeigen',
  'Preview of {name}': 'Vorschau von {name}',
  'Websites that show the widget': 'Websites, die das Widget zeigen',
  'One per line, such as https://www.example.com': 'Eine pro Zeile, etwa https://www.example.com',
  Heading: 'Überschrift',
  'Leave empty for a heading in the language of the visitor.':
    'Leer lassen für eine Überschrift in der Sprache des Besuchers.',
  'Ask for the email address': 'Nach der E-Mail-Adresse fragen',
  'Create widget': 'Widget anlegen',
  'Edit widget': 'Widget bearbeiten',
}
