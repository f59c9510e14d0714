import { defineFeature } from '../../platform/features/define-feature.ts'
import { HAS_PROVEN_EMAIL } from '../../shop/users/accounts.sql.ts'

export default defineFeature({
  tables: {
    ticket_answers: {
      person: {
        erased: ['text'],
        statement: `delete from ticket_answers where ticket_id in (select id from tickets where email = :email and ${HAS_PROVEN_EMAIL})`,
      },
      ownData: {
        title: 'Our answers',
        select: `select t.ticket_no, a.text, a.created_at from ticket_answers a join tickets t on t.id = a.ticket_id
      where t.email = :email and ${HAS_PROVEN_EMAIL} order by a.created_at`,
      },
      archive: {
        file: 'ticket-answers.csv',
        about: 'your answers to messages',
        select: `select k.ticket_no, t.text, a.email as written_by, t.created_at
      from ticket_answers t join tickets k on k.id = t.ticket_id left join admins a on a.id = t.admin_id order by t.id`,
      },
    },
    tickets: {
      person: {
        // All who wrote under this address: the words are about its proven holder.
        erased: ['ticket_no', 'status', 'name', 'email', 'subject', 'message', 'language'],
        statement: `delete from tickets where email = :email and ${HAS_PROVEN_EMAIL}`,
      },
      expires: { without: 'messages are what the shop was told, also of those who later buy' },
      ownData: {
        title: 'Your messages to us',
        select: `select ticket_no, status, name, email, subject, message, created_at, done_at
      from tickets where email = :email and ${HAS_PROVEN_EMAIL} order by created_at, ticket_no`,
      },
      archive: {
        file: 'tickets.csv',
        about: 'messages to you',
        select: `select ticket_no, name, email, subject, message, status, language, created_at, done_at from tickets order by id`,
      },
    },
  },
})
