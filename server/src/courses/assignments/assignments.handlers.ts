import { type CallContext, calls, requireAdmin, requireUser } from '../../context.ts'
import { appError } from '../../errors.ts'
import { takeStudentUpload } from '../media/held-uploads.ts'
import { assignmentEtag, managedAssignment, removeAssignment, saveAssignment } from './assignments.service.ts'
import { addWorkFile, handIn, removeWorkFile, studentAssignment, takeBack } from './hand-ins.service.ts'
import { listWork, markWork, readWork } from './marking.service.ts'

function requireUpload({ upload }: CallContext): NonNullable<CallContext['upload']> {
  if (!upload) throw appError('invalid', 'Please choose a file')
  return upload
}

export const assignmentsHandlers = {
  get: calls.assignments.get.handler(({ input, context }) =>
    studentAssignment(context.ctx, requireUser(context), input.lesson_id),
  ),

  addFile: calls.assignments.addFile.handler(({ input, context }) =>
    addWorkFile(context.ctx, requireUser(context), input.params.lesson_id, {
      ...requireUpload(context),
      spent: async (cpuMs) => context.countNow?.(Math.ceil(cpuMs)),
    }),
  ),

  takeUpload: calls.assignments.takeUpload.handler(async ({ input, context }) => {
    const { ctx } = context
    const user = requireUser(context)
    const { lesson_id: lessonId } = input.params
    const upload = { uploadId: input.body.upload_id, userId: user.id, lessonId }
    const taken = await takeStudentUpload(ctx, upload, (received) => {
      const spent = async (cpuMs: number) => context.countNow?.(Math.ceil(cpuMs))
      return addWorkFile(ctx, user, lessonId, { ...received, spent })
    })
    // A repeated request for a finished upload has the same answer.
    const file = taken ?? (await studentAssignment(ctx, user, lessonId)).file
    if (!file) throw appError('not_found', 'Upload not found')
    return file
  }),

  removeFile: calls.assignments.removeFile.handler(({ input, context }) =>
    removeWorkFile(context.ctx, requireUser(context), { lessonId: input.lesson_id, fileId: input.file_id }),
  ),

  handIn: calls.assignments.handIn.handler(({ input, context }) =>
    handIn(context.ctx, requireUser(context), { lessonId: input.params.lesson_id, ...input.body }),
  ),

  takeBack: calls.assignments.takeBack.handler(({ input, context }) =>
    takeBack(context.ctx, requireUser(context), { lessonId: input.lesson_id, id: input.hand_in_id }),
  ),

  adminGet: calls.assignments.adminGet.handler(async ({ input, context }) => {
    const { assignment, course_id, title, numbers } = await managedAssignment(context.ctx.db, input.lesson_id)
    context.setHeader('ETag', assignmentEtag(input.lesson_id, assignment))
    return { course_id, lesson_title: title, assignment: assignment ?? null, numbers }
  }),

  save: calls.assignments.save.handler(async ({ input, context }) => {
    const { lesson_id } = input.params
    const assignment = await saveAssignment(context.ctx, lesson_id, input.body, input.headers?.['if-match'])
    context.setHeader('ETag', assignmentEtag(lesson_id, assignment))
    return { message: 'Assignment saved', assignment }
  }),

  remove: calls.assignments.remove.handler(async ({ input, context }) => {
    await removeAssignment(context.ctx, input.params.lesson_id)
    return { message: 'Assignment removed' }
  }),

  adminList: calls.assignments.adminList.handler(async ({ input, context }) => {
    const list = await listWork(context.ctx, input)
    context.setHeader('X-Total-Count', String(list.total))
    return list
  }),

  adminRead: calls.assignments.adminRead.handler(({ input, context }) =>
    readWork(context.ctx, requireAdmin(context), input.id),
  ),

  mark: calls.assignments.mark.handler(({ input, context }) =>
    markWork(context.ctx, requireAdmin(context), input.params.id, input.body),
  ),
}
