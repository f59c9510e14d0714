import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'letters',
    label: 'Emails',
    place: 'grow',
    at: 250,
    roles: ['editor'],
    file: 'letters/LettersTab.tsx',
    tool: 'Write to many students at once, or let emails go out by themselves.',
    words: 'emails letters newsletter campaign broadcast whatsapp automatic sequence',
  }),
  defineTab({
    id: 'letter',
    label: 'Email',
    place: 'under letters',
    at: 260,
    roles: ['editor'],
    file: 'letters/LetterTab.tsx',
    words: '',
  }),
  defineTab({
    id: 'sequence',
    label: 'Automatic emails',
    place: 'under letters',
    at: 270,
    roles: ['editor'],
    file: 'letters/SequenceTab.tsx',
    words: '',
  }),
] as const
