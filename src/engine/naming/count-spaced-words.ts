export const countSpacedWords = (text: string): number => text.split(' ').length
