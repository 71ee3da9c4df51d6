// Endpoints of labels.
import { getConsignmentLabels, getLabels, getLoadLabels } from '../../../contract/labels.ts'
import { answersFile } from '../../platform/operation/operation.ts'
import * as rules from './rules.ts'

export const routes = {
  getConsignmentLabels: answersFile(getConsignmentLabels, rules.ofConsignment),
  getLabels: answersFile(getLabels, rules.ofKeys),
  getLoadLabels: answersFile(getLoadLabels, rules.ofLoad),
}
