import { Replies, RepliesQuery } from '@parley/contracts/replies'
import { listReplies } from '@parley/data/outgoing/list-replies'
import { answers } from '../answers.ts'
import type { Route } from '../route.ts'

export const listRepliesRoute: Route = async (app, { db }) => {
  app.get(
    '/replies',
    {
      schema: {
        tags: ['Messages'],
        summary: 'List outgoing messages, oldest first',
        description:
          'For platforms that were down or cannot receive posts. Keep the `cursor` and give it as `after`: nothing ' +
          'ever appears behind it.',
        querystring: RepliesQuery,
        response: answers({ 200: Replies.describe('A page of the feed.') }),
      },
    },
    async (request) => listReplies(db, request.account.accountId, request.query),
  )
}
