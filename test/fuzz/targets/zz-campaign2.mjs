export { t as caseRandom } from './zz-campaign.mjs';
