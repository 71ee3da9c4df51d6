// Endpoints of labels.
import { getConsignmentLabels, getLabels, getLoadLabels } from '../../../contract/labels.ts'
import { createFileOperation } from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

export const labelRoutes = {
  getConsignmentLabels: createFileOperation(getConsignmentLabels, rules.printConsignmentLabels),
  getLabels: createFileOperation(getLabels, rules.printLabels),
  getLoadLabels: createFileOperation(getLoadLabels, rules.printLoadLabels),
}
