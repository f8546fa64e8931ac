// Generated from schema/config.schema.json by `npm run generate`. Do not edit.
"use strict";
export const validateConfig = validate21;
const schema6 = {"$schema":"http://json-schema.org/draft-07/schema#","$id":"https://www.schemastore.org/pipeform.json","type":"object","additionalProperties":false,"properties":{"version":{"$ref":"#/definitions/version"},"api":{"$ref":"#/definitions/api"},"observability":{"$ref":"#/definitions/observability"},"services":{"$ref":"#/definitions/services"},"include":{"type":"array","items":{"type":"string","pattern":"\\S","x-expected":"a glob such as pipes/**/*.yaml"}},"presets":{"$ref":"#/definitions/presets"},"pipes":{"$ref":"#/definitions/pipes"},"policy":{"$ref":"#/definitions/policy"},"checks":{"$ref":"#/definitions/checks"},"rollout":{"$ref":"#/definitions/rollout"},"remediation":{"$ref":"#/definitions/remediation"},"environments":{"type":["object","null"],"propertyNames":{"pattern":"^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},"x-names":"environment","additionalProperties":{"$ref":"#/definitions/environment"}}},"definitions":{"version":{"enum":[1],"x-code":"unsupported-version","x-expected":"1"},"observability":{"type":"object","additionalProperties":false,"properties":{"url":{"type":"string","pattern":"^[Hh][Tt][Tt][Pp][Ss]?://","x-expected":"an address such as https://observe.example.com"}}},"services":{"type":["object","null"],"propertyNames":{"pattern":"^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},"additionalProperties":{"type":"string","pattern":"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$","x-expected":"a uuid such as 1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01"},"x-names":"service"},"settings":{"type":["object","null"],"additionalProperties":false,"properties":{"streaming_max_insert_wait_ms":{"type":["integer","string","null"],"minimum":500,"maximum":60000,"pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a whole number of milliseconds, a duration such as 5s, or null","x-unit":"milliseconds","x-kinds":["kafka","kinesis"]},"object_storage_concurrency":{"type":["integer","null"],"minimum":1,"maximum":35,"x-expected":"a whole number or null","x-unit":"count","x-kinds":["objectStorage"]},"object_storage_polling_interval_ms":{"type":["integer","string","null"],"minimum":100,"maximum":3600000,"pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a whole number of milliseconds, a duration such as 5s, or null","x-unit":"milliseconds","x-kinds":["objectStorage"]},"object_storage_max_insert_bytes":{"type":["integer","string","null"],"minimum":10485760,"maximum":53687091200,"pattern":"^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$","x-expected":"a whole number of bytes, a size such as 64MiB, or null","x-unit":"bytes","x-kinds":["objectStorage"]},"object_storage_max_file_count":{"type":["integer","null"],"minimum":1,"maximum":10000,"x-expected":"a whole number or null","x-unit":"count","x-kinds":["objectStorage"]},"db_max_threads":{"type":["integer","null"],"minimum":0,"maximum":64,"x-expected":"a whole number or null","x-unit":"count","x-kinds":["kafka","objectStorage","kinesis","postgres"]},"db_max_insert_threads":{"type":["integer","null"],"minimum":0,"maximum":16,"x-expected":"a whole number or null","x-unit":"count","x-kinds":["kafka","objectStorage","kinesis","postgres"]},"db_min_insert_block_size_bytes":{"type":["integer","string","null"],"minimum":0,"maximum":10737418240,"pattern":"^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$","x-expected":"a whole number of bytes, a size such as 64MiB, or null","x-unit":"bytes","x-kinds":["kafka","objectStorage","kinesis","postgres"]},"db_max_download_threads":{"type":["integer","null"],"minimum":0,"maximum":32,"x-expected":"a whole number or null","x-unit":"count","x-kinds":["kafka","objectStorage","kinesis","postgres"]},"db_parallel_distributed_insert_select":{"type":["integer","null"],"minimum":0,"maximum":2,"x-expected":"a whole number or null","x-unit":"mode","x-kinds":["kafka","objectStorage","kinesis","postgres"]},"object_storage_use_cluster_function":{"type":["boolean","null"],"x-expected":"true, false or null","x-unit":"flag","x-kinds":["objectStorage"]},"db_parallel_view_processing":{"type":["boolean","null"],"x-expected":"true, false or null","x-unit":"flag","x-kinds":["kafka","objectStorage","kinesis","postgres"]}}},"scaling":{"type":["object","null"],"additionalProperties":false,"properties":{"replicas":{"type":["integer","object","null"],"minimum":1,"maximum":10,"required":["min","max"],"additionalProperties":false,"properties":{"min":{"type":"integer","minimum":1,"maximum":10,"x-expected":"a whole number"},"max":{"type":"integer","minimum":1,"maximum":10,"x-expected":"a whole number"},"target":{"type":"object","additionalProperties":false,"required":["check","value"],"properties":{"check":{"type":"string"},"value":{"type":"number","exclusiveMinimum":0,"x-expected":"a number above 0"},"tolerance":{"type":"number","minimum":0,"maximum":1,"x-expected":"a number from 0 to 1"},"stabilizationWindow":{"type":"string","pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a duration such as 5m"}}}},"x-expected":"a whole number, a band such as { min: 2, max: 6 }, or null","x-unit":"count","x-kinds":["kafka","kinesis"]},"concurrency":{"type":["integer","object","null"],"minimum":0,"maximum":34,"required":["min","max"],"additionalProperties":false,"properties":{"min":{"type":"integer","minimum":0,"maximum":34,"x-expected":"a whole number"},"max":{"type":"integer","minimum":0,"maximum":34,"x-expected":"a whole number"}},"x-expected":"a whole number, a band such as { min: 2, max: 8 }, or null","x-unit":"count","x-kinds":["objectStorage"]},"replicaCpuMillicores":{"type":["integer","object","null"],"minimum":125,"maximum":2000,"required":["min","max"],"additionalProperties":false,"properties":{"min":{"type":"integer","minimum":125,"maximum":2000,"x-expected":"a whole number"},"max":{"type":"integer","minimum":125,"maximum":2000,"x-expected":"a whole number"}},"x-expected":"a whole number, a band such as { min: 250, max: 1000 }, or null","x-unit":"millicores","x-kinds":["kafka","kinesis"]},"replicaMemoryGb":{"type":["number","object","null"],"minimum":0.5,"maximum":8,"required":["min","max"],"additionalProperties":false,"properties":{"min":{"type":"number","minimum":0.5,"maximum":8,"x-expected":"a number"},"max":{"type":"number","minimum":0.5,"maximum":8,"x-expected":"a number"}},"x-expected":"a number, a band such as { min: 1, max: 4 }, or null","x-unit":"gigabytes","x-kinds":["kafka","kinesis"]}}},"source":{"x-expected":"one of kafka, objectStorage, kinesis, postgres","enum":["kafka","objectStorage","kinesis","postgres"]},"ignore":{"type":"array","items":{"type":"string","pattern":"^(settings|scaling)\\.[A-Za-z0-9_]+$","x-expected":"a field such as scaling.replicas"}},"protect":{"type":"boolean","x-expected":"true or false"},"acknowledge":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["path","reason","until"],"properties":{"path":{"type":"string","pattern":"^(settings|scaling)\\.[A-Za-z0-9_]+$","x-expected":"a field such as scaling.replicas"},"reason":{"type":"string","pattern":"\\S","x-expected":"a reason in words"},"until":{"type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$","x-expected":"a date such as 2026-12-01"}}}},"checkNames":{"type":"array","items":{"type":"string"}},"serviceName":{"type":"string"},"preset":{"type":"object","additionalProperties":false,"properties":{"service":{"$ref":"#/definitions/serviceName"},"source":{"$ref":"#/definitions/source"},"settings":{"$ref":"#/definitions/settings"},"scaling":{"$ref":"#/definitions/scaling"},"ignore":{"$ref":"#/definitions/ignore"},"protect":{"$ref":"#/definitions/protect"},"acknowledge":{"$ref":"#/definitions/acknowledge"},"checks":{"$ref":"#/definitions/checkNames"}}},"pipe":{"type":"object","additionalProperties":false,"properties":{"service":{"$ref":"#/definitions/serviceName"},"id":{"type":"string","pattern":"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$","x-expected":"a uuid such as 0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001"},"name":{"type":"string","pattern":"\\S","x-expected":"text that is not blank"},"preset":{"type":["string","array"],"items":{"type":"string"},"x-expected":"the name of a preset or a list of names"},"source":{"$ref":"#/definitions/source"},"settings":{"$ref":"#/definitions/settings"},"scaling":{"$ref":"#/definitions/scaling"},"ignore":{"$ref":"#/definitions/ignore"},"protect":{"$ref":"#/definitions/protect"},"acknowledge":{"$ref":"#/definitions/acknowledge"},"checks":{"$ref":"#/definitions/checkNames"}}},"presets":{"type":["object","null"],"propertyNames":{"pattern":"^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},"additionalProperties":{"$ref":"#/definitions/preset"},"x-names":"preset"},"pipes":{"type":["object","null"],"propertyNames":{"pattern":"^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},"additionalProperties":{"$ref":"#/definitions/pipe"},"x-names":"pipe"},"policy":{"type":["object","null"],"additionalProperties":false,"properties":{"maxChangedPipes":{"type":["integer","string"],"minimum":0,"pattern":"^([1-9][0-9]?|100)%$","x-expected":"a whole number or a share from 1% to 100%, such as 30%"},"minPipes":{"type":"integer","minimum":0,"x-expected":"a whole number"},"unmanaged":{"x-expected":"ignore, warn or refuse","enum":["ignore","warn","refuse"]},"maxReplicaFactor":{"type":"number","minimum":1,"x-expected":"a number"},"freeze":{"$ref":"#/definitions/freeze"},"rules":{"$ref":"#/definitions/rules"},"ranges":{"$ref":"#/definitions/ranges"}}},"freeze":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["reason"],"oneOf":[{"type":"object","required":["from"],"properties":{"from":true}},{"type":"object","required":["days"],"properties":{"days":true}}],"dependencies":{"from":["until"],"until":["from"],"hours":["days"]},"properties":{"from":{"type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$","x-expected":"a date such as 2026-12-20"},"until":{"type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$","x-expected":"a date such as 2027-01-02"},"days":{"type":"array","minItems":1,"items":{"x-expected":"mon, tue, wed, thu, fri, sat or sun","enum":["mon","tue","wed","thu","fri","sat","sun"]}},"hours":{"type":"string","pattern":"^([01][0-9]|2[0-3]):[0-5][0-9]-(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$","x-expected":"hours such as 16:00-08:00"},"timezone":{"type":"string","pattern":"^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$","x-expected":"a time zone such as Europe/Berlin"},"reason":{"type":"string","pattern":"\\S","x-expected":"a reason in words"}}}},"rules":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["name","when","level","message"],"properties":{"name":{"type":"string","pattern":"^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$","x-expected":"a name such as no-big-jumps"},"when":{"type":"string","pattern":"\\S","x-expected":"an expression"},"level":{"x-expected":"warn or refuse","enum":["warn","refuse"]},"message":{"type":"string","pattern":"\\S","x-expected":"a message in words"},"except":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["pipe","until","reason"],"properties":{"pipe":{"type":"string"},"until":{"type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$","x-expected":"a date such as 2026-12-31"},"reason":{"type":"string","pattern":"\\S","x-expected":"a reason in words"}}}}}}},"ranges":{"type":["object","null"],"additionalProperties":false,"properties":{"settings.streaming_max_insert_wait_ms":{"$ref":"#/definitions/rangeOfMilliseconds"},"settings.object_storage_concurrency":{"$ref":"#/definitions/range"},"settings.object_storage_polling_interval_ms":{"$ref":"#/definitions/rangeOfMilliseconds"},"settings.object_storage_max_insert_bytes":{"$ref":"#/definitions/rangeOfBytes"},"settings.object_storage_max_file_count":{"$ref":"#/definitions/range"},"settings.db_max_threads":{"$ref":"#/definitions/range"},"settings.db_max_insert_threads":{"$ref":"#/definitions/range"},"settings.db_min_insert_block_size_bytes":{"$ref":"#/definitions/rangeOfBytes"},"settings.db_max_download_threads":{"$ref":"#/definitions/range"},"settings.db_parallel_distributed_insert_select":{"$ref":"#/definitions/range"},"scaling.replicas":{"$ref":"#/definitions/range"},"scaling.concurrency":{"$ref":"#/definitions/range"},"scaling.replicaCpuMillicores":{"$ref":"#/definitions/range"},"scaling.replicaMemoryGb":{"$ref":"#/definitions/rangeOfGigabytes"}}},"range":{"type":"object","additionalProperties":false,"properties":{"min":{"type":"integer","x-expected":"a whole number","x-unit":"count"},"max":{"type":"integer","x-expected":"a whole number","x-unit":"count"}},"$comment":"A range within that of the service: `min`, `max` or both, inclusive."},"rangeOfNumbers":{"type":"object","additionalProperties":false,"properties":{"min":{"type":"number","x-expected":"a number","x-unit":"count"},"max":{"type":"number","x-expected":"a number","x-unit":"count"}},"$comment":"A range within that of the service: `min`, `max` or both, inclusive."},"rangeOfGigabytes":{"type":"object","additionalProperties":false,"properties":{"min":{"type":"number","x-expected":"a number","x-unit":"gigabytes"},"max":{"type":"number","x-expected":"a number","x-unit":"gigabytes"}},"$comment":"A range within that of the service: `min`, `max` or both, inclusive, in GB."},"rangeOfMilliseconds":{"type":"object","additionalProperties":false,"properties":{"min":{"type":["integer","string"],"pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a whole number of milliseconds or a duration such as 5s","x-unit":"milliseconds"},"max":{"type":["integer","string"],"pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a whole number of milliseconds or a duration such as 5s","x-unit":"milliseconds"}},"$comment":"A range within that of the service: `min`, `max` or both, inclusive, in milliseconds or as a duration."},"rangeOfBytes":{"type":"object","additionalProperties":false,"properties":{"min":{"type":["integer","string"],"pattern":"^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$","x-expected":"a whole number of bytes or a size such as 64MiB","x-unit":"bytes"},"max":{"type":["integer","string"],"pattern":"^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$","x-expected":"a whole number of bytes or a size such as 64MiB","x-unit":"bytes"}},"$comment":"A range within that of the service: `min`, `max` or both, inclusive, in bytes or as a size."},"check":{"type":"object","additionalProperties":false,"oneOf":[{"type":"object","required":["series"],"properties":{"series":true}},{"type":"object","required":["alert"],"properties":{"alert":true}}],"dependencies":{"series":["window","granularity","reduce","pass"],"window":["series"],"granularity":["series"],"reduce":["series"],"pass":["series"],"unit":["series"],"alert":["state"],"state":["alert"],"definition":["alert"]},"properties":{"series":{"type":"object","additionalProperties":false,"required":["sourceId","aggFn","where"],"properties":{"sourceId":{"type":"string","pattern":"\\S","x-expected":"the id of a source"},"aggFn":{"type":"string","pattern":"\\S","x-expected":"the name of an aggregation such as max"},"where":{"type":"string"},"groupBy":{"type":"array","items":{"type":"string"}}}},"window":{"type":"string","pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a duration such as 15m"},"granularity":{"x-expected":"one of 30s, 1m, 5m, 10m, 15m, 30m, 1h, 2h, 6h, 12h, 1d, 2d, 7d, 30d, auto","enum":["30s","1m","5m","10m","15m","30m","1h","2h","6h","12h","1d","2d","7d","30d","auto"]},"reduce":{"x-expected":"one of min, max, avg, sum, last","enum":["min","max","avg","sum","last"]},"pass":{"type":"string","pattern":"^ *(<=|>=|==|!=|<|>) *-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)? *$","x-expected":"a condition such as \"< 10000\""},"unit":{"type":"string","pattern":"^(?!\\s)[^\\p{C}\\p{Zl}\\p{Zp}]{1,20}$","x-expected":"a unit of at most 20 characters, such as messages"},"alert":{"type":"string","pattern":"\\S","x-expected":"the id of an alert"},"state":{"type":"string","pattern":"\\S","x-expected":"the name of a state such as OK"},"definition":{"type":"object","additionalProperties":false,"properties":{"threshold":{"type":"number","x-expected":"a number"},"thresholdType":{"type":"string","pattern":"\\S","x-expected":"the name of a comparison such as above"},"interval":{"type":"string","pattern":"\\S","x-expected":"an interval such as 5m"}}}}},"checks":{"type":["object","null"],"propertyNames":{"pattern":"^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},"additionalProperties":{"$ref":"#/definitions/check"},"x-names":"check"},"rollout":{"type":"object","additionalProperties":false,"properties":{"waves":{"type":"array","items":{"type":["integer","string"],"minimum":1,"pattern":"^([1-9][0-9]?|100)%$","x-expected":"a whole number or a share from 1% to 100%, such as 25%"},"minItems":1},"before":{"type":"array","items":{"type":"string"}},"after":{"type":"array","items":{"type":"string"}},"bake":{"type":"string","pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a duration such as 5m"},"interval":{"type":"string","pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a duration such as 30s"},"count":{"type":"integer","minimum":1,"maximum":10000,"x-expected":"a whole number"},"failureLimit":{"type":"integer","minimum":0,"maximum":10000,"x-expected":"a whole number"},"inconclusiveLimit":{"type":"integer","minimum":0,"maximum":10000,"x-expected":"a whole number"},"consecutiveErrorLimit":{"type":"integer","minimum":0,"maximum":10000,"x-expected":"a whole number"},"onFailure":{"x-expected":"one of stop, rollback","enum":["stop","rollback"]}}},"promotion":{"type":"object","additionalProperties":false,"required":["from"],"properties":{"from":{"type":"string","x-expected":"the name of an environment"},"soak":{"type":"string","pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a duration such as 24h"},"except":{"$ref":"#/definitions/ignore"},"missing":{"x-expected":"refuse, warn or allow","enum":["refuse","warn","allow"]}}},"remediation":{"type":"object","additionalProperties":false,"properties":{"fields":{"type":"array","minItems":1,"items":{"type":"string","pattern":"^(settings|scaling)\\.[A-Za-z0-9_*]+$","x-expected":"a field such as settings.db_max_threads, or settings.*"}},"maxPipes":{"type":"integer","minimum":1,"x-expected":"a whole number"},"perPipe":{"type":"object","additionalProperties":false,"properties":{"times":{"type":"integer","minimum":1,"x-expected":"a whole number"},"per":{"type":"string","pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a duration such as 24h"}}}}},"environment":{"type":["object","null"],"additionalProperties":false,"properties":{"version":{"$ref":"#/definitions/version"},"api":{"$ref":"#/definitions/api"},"observability":{"$ref":"#/definitions/observability"},"services":{"$ref":"#/definitions/services"},"presets":{"$ref":"#/definitions/presets"},"pipes":{"$ref":"#/definitions/pipes"},"policy":{"$ref":"#/definitions/policy"},"checks":{"$ref":"#/definitions/checks"},"rollout":{"$ref":"#/definitions/rollout"},"remediation":{"$ref":"#/definitions/remediation"},"promotion":{"$ref":"#/definitions/promotion"}}},"fieldsOfKind":{"type":"object","$comment":"Fields that do not apply to the kind of source that is written beside them. For editors: `pipeform validate` also knows presets, environments and `ignore`."},"api":{"type":"object","additionalProperties":false,"properties":{"url":{"type":"string","pattern":"^[Hh][Tt][Tt][Pp][Ss]?://","x-expected":"an address such as https://api.example.com"},"organization":{"type":"string","pattern":"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$","x-expected":"a uuid such as 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11"},"naming":{"type":["object","null"],"additionalProperties":false,"properties":{"resource":{"type":"string","pattern":"^(?!\\.\\.?$)[A-Za-z0-9._~-]{1,128}$","x-expected":"one segment of a path: letters, digits, \".\", \"_\", \"~\" and \"-\""},"settingPrefix":{"type":"string","pattern":"^[a-z][a-z0-9_]{0,63}$","x-expected":"lower-case letters, digits and \"_\", beginning with a letter"}}},"ranges":true,"settings":true,"rateLimit":{"type":"object","additionalProperties":false,"required":["requests","per"],"properties":{"requests":{"type":"integer","minimum":1,"x-expected":"a whole number"},"per":{"type":"string","pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a duration such as 10s"}}},"listing":{"type":"boolean","x-expected":"true or false"},"parallelism":{"type":"integer","minimum":1,"maximum":1000,"x-expected":"a whole number"}}}},"$comment":"The keywords that start with x- are notes for Pipeform: x-code (the code of the diagnostic), x-expected (what a message says should stand there), x-kinds (the source kinds that a field applies to), x-names (what the keys name), x-unit (the unit of a number). Editors read title, markdownDescription, errorMessage and defaultSnippets."};
const func2 = Object.prototype.hasOwnProperty;
const schema7 = {"enum":[1],"x-code":"unsupported-version","x-expected":"1"};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(data === 1)){
const err0 = {instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema7.enum},parentSchema:schema7};
(vErrors ??= []).push(err0);
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}

const schema8 = {"type":"object","additionalProperties":false,"properties":{"url":{"type":"string","pattern":"^[Hh][Tt][Tt][Pp][Ss]?://","x-expected":"an address such as https://api.example.com"},"organization":{"type":"string","pattern":"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$","x-expected":"a uuid such as 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11"},"naming":{"type":["object","null"],"additionalProperties":false,"properties":{"resource":{"type":"string","pattern":"^(?!\\.\\.?$)[A-Za-z0-9._~-]{1,128}$","x-expected":"one segment of a path: letters, digits, \".\", \"_\", \"~\" and \"-\""},"settingPrefix":{"type":"string","pattern":"^[a-z][a-z0-9_]{0,63}$","x-expected":"lower-case letters, digits and \"_\", beginning with a letter"}}},"ranges":true,"settings":true,"rateLimit":{"type":"object","additionalProperties":false,"required":["requests","per"],"properties":{"requests":{"type":"integer","minimum":1,"x-expected":"a whole number"},"per":{"type":"string","pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a duration such as 10s"}}},"listing":{"type":"boolean","x-expected":"true or false"},"parallelism":{"type":"integer","minimum":1,"maximum":1000,"x-expected":"a whole number"}}};
const pattern0 = new RegExp("^[Hh][Tt][Tt][Pp][Ss]?://", "u");
const pattern1 = new RegExp("^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$", "u");
const pattern2 = new RegExp("^(?!\\.\\.?$)[A-Za-z0-9._~-]{1,128}$", "u");
const pattern3 = new RegExp("^[a-z][a-z0-9_]{0,63}$", "u");
const pattern4 = new RegExp("^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$", "u");

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((((((key0 === "url") || (key0 === "organization")) || (key0 === "naming")) || (key0 === "ranges")) || (key0 === "settings")) || (key0 === "rateLimit")) || (key0 === "listing")) || (key0 === "parallelism"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema8};
(vErrors ??= []).push(err0);
errors++;
}
}
if(data.url !== undefined){
let data0 = data.url;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err1 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/pattern",keyword:"pattern",params:{pattern: "^[Hh][Tt][Tt][Pp][Ss]?://"},parentSchema:schema8.properties.url};
(vErrors ??= []).push(err1);
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},parentSchema:schema8.properties.url};
(vErrors ??= []).push(err2);
errors++;
}
}
if(data.organization !== undefined){
let data1 = data.organization;
if(typeof data1 === "string"){
if(!pattern1.test(data1)){
const err3 = {instancePath:instancePath+"/organization",schemaPath:"#/properties/organization/pattern",keyword:"pattern",params:{pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"},parentSchema:schema8.properties.organization};
(vErrors ??= []).push(err3);
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/organization",schemaPath:"#/properties/organization/type",keyword:"type",params:{type: "string"},parentSchema:schema8.properties.organization};
(vErrors ??= []).push(err4);
errors++;
}
}
if(data.naming !== undefined){
let data2 = data.naming;
if((!(data2 && typeof data2 == "object" && !Array.isArray(data2))) && (data2 !== null)){
const err5 = {instancePath:instancePath+"/naming",schemaPath:"#/properties/naming/type",keyword:"type",params:{type: schema8.properties.naming.type},parentSchema:schema8.properties.naming};
(vErrors ??= []).push(err5);
errors++;
}
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
for(const key1 in data2){
if(!((key1 === "resource") || (key1 === "settingPrefix"))){
const err6 = {instancePath:instancePath+"/naming",schemaPath:"#/properties/naming/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},parentSchema:schema8.properties.naming};
(vErrors ??= []).push(err6);
errors++;
}
}
if(data2.resource !== undefined){
let data3 = data2.resource;
if(typeof data3 === "string"){
if(!pattern2.test(data3)){
const err7 = {instancePath:instancePath+"/naming/resource",schemaPath:"#/properties/naming/properties/resource/pattern",keyword:"pattern",params:{pattern: "^(?!\\.\\.?$)[A-Za-z0-9._~-]{1,128}$"},parentSchema:schema8.properties.naming.properties.resource};
(vErrors ??= []).push(err7);
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/naming/resource",schemaPath:"#/properties/naming/properties/resource/type",keyword:"type",params:{type: "string"},parentSchema:schema8.properties.naming.properties.resource};
(vErrors ??= []).push(err8);
errors++;
}
}
if(data2.settingPrefix !== undefined){
let data4 = data2.settingPrefix;
if(typeof data4 === "string"){
if(!pattern3.test(data4)){
const err9 = {instancePath:instancePath+"/naming/settingPrefix",schemaPath:"#/properties/naming/properties/settingPrefix/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_]{0,63}$"},parentSchema:schema8.properties.naming.properties.settingPrefix};
(vErrors ??= []).push(err9);
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/naming/settingPrefix",schemaPath:"#/properties/naming/properties/settingPrefix/type",keyword:"type",params:{type: "string"},parentSchema:schema8.properties.naming.properties.settingPrefix};
(vErrors ??= []).push(err10);
errors++;
}
}
}
}
if(data.rateLimit !== undefined){
let data5 = data.rateLimit;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(data5.requests === undefined){
const err11 = {instancePath:instancePath+"/rateLimit",schemaPath:"#/properties/rateLimit/required",keyword:"required",params:{missingProperty: "requests"},parentSchema:schema8.properties.rateLimit};
(vErrors ??= []).push(err11);
errors++;
}
if(data5.per === undefined){
const err12 = {instancePath:instancePath+"/rateLimit",schemaPath:"#/properties/rateLimit/required",keyword:"required",params:{missingProperty: "per"},parentSchema:schema8.properties.rateLimit};
(vErrors ??= []).push(err12);
errors++;
}
for(const key2 in data5){
if(!((key2 === "requests") || (key2 === "per"))){
const err13 = {instancePath:instancePath+"/rateLimit",schemaPath:"#/properties/rateLimit/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},parentSchema:schema8.properties.rateLimit};
(vErrors ??= []).push(err13);
errors++;
}
}
if(data5.requests !== undefined){
let data6 = data5.requests;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err14 = {instancePath:instancePath+"/rateLimit/requests",schemaPath:"#/properties/rateLimit/properties/requests/type",keyword:"type",params:{type: "integer"},parentSchema:schema8.properties.rateLimit.properties.requests};
(vErrors ??= []).push(err14);
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 < 1 || isNaN(data6)){
const err15 = {instancePath:instancePath+"/rateLimit/requests",schemaPath:"#/properties/rateLimit/properties/requests/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema8.properties.rateLimit.properties.requests};
(vErrors ??= []).push(err15);
errors++;
}
}
}
if(data5.per !== undefined){
let data7 = data5.per;
if(typeof data7 === "string"){
if(!pattern4.test(data7)){
const err16 = {instancePath:instancePath+"/rateLimit/per",schemaPath:"#/properties/rateLimit/properties/per/pattern",keyword:"pattern",params:{pattern: "^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$"},parentSchema:schema8.properties.rateLimit.properties.per};
(vErrors ??= []).push(err16);
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/rateLimit/per",schemaPath:"#/properties/rateLimit/properties/per/type",keyword:"type",params:{type: "string"},parentSchema:schema8.properties.rateLimit.properties.per};
(vErrors ??= []).push(err17);
errors++;
}
}
}
else {
const err18 = {instancePath:instancePath+"/rateLimit",schemaPath:"#/properties/rateLimit/type",keyword:"type",params:{type: "object"},parentSchema:schema8.properties.rateLimit};
(vErrors ??= []).push(err18);
errors++;
}
}
if(data.listing !== undefined){
let data8 = data.listing;
if(typeof data8 !== "boolean"){
const err19 = {instancePath:instancePath+"/listing",schemaPath:"#/properties/listing/type",keyword:"type",params:{type: "boolean"},parentSchema:schema8.properties.listing};
(vErrors ??= []).push(err19);
errors++;
}
}
if(data.parallelism !== undefined){
let data9 = data.parallelism;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err20 = {instancePath:instancePath+"/parallelism",schemaPath:"#/properties/parallelism/type",keyword:"type",params:{type: "integer"},parentSchema:schema8.properties.parallelism};
(vErrors ??= []).push(err20);
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 1000 || isNaN(data9)){
const err21 = {instancePath:instancePath+"/parallelism",schemaPath:"#/properties/parallelism/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},parentSchema:schema8.properties.parallelism};
(vErrors ??= []).push(err21);
errors++;
}
if(data9 < 1 || isNaN(data9)){
const err22 = {instancePath:instancePath+"/parallelism",schemaPath:"#/properties/parallelism/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema8.properties.parallelism};
(vErrors ??= []).push(err22);
errors++;
}
}
}
}
else {
const err23 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},parentSchema:schema8};
(vErrors ??= []).push(err23);
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}

const schema9 = {"type":"object","additionalProperties":false,"properties":{"url":{"type":"string","pattern":"^[Hh][Tt][Tt][Pp][Ss]?://","x-expected":"an address such as https://observe.example.com"}}};

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(key0 === "url")){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema9};
(vErrors ??= []).push(err0);
errors++;
}
}
if(data.url !== undefined){
let data0 = data.url;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err1 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/pattern",keyword:"pattern",params:{pattern: "^[Hh][Tt][Tt][Pp][Ss]?://"},parentSchema:schema9.properties.url};
(vErrors ??= []).push(err1);
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},parentSchema:schema9.properties.url};
(vErrors ??= []).push(err2);
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},parentSchema:schema9};
(vErrors ??= []).push(err3);
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}

const schema10 = {"type":["object","null"],"propertyNames":{"pattern":"^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},"additionalProperties":{"type":"string","pattern":"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$","x-expected":"a uuid such as 1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01"},"x-names":"service"};
const pattern6 = new RegExp("^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$", "u");

function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((!(data && typeof data == "object" && !Array.isArray(data))) && (data !== null)){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema10.type},parentSchema:schema10};
(vErrors ??= []).push(err0);
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
const _errs1 = errors;
if(typeof key0 === "string"){
if(!pattern6.test(key0)){
const err1 = {instancePath,schemaPath:"#/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},parentSchema:schema10.propertyNames,propertyName:key0};
(vErrors ??= []).push(err1);
errors++;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
const err2 = {instancePath,schemaPath:"#/propertyNames",keyword:"propertyNames",params:{propertyName: key0},parentSchema:schema10};
(vErrors ??= []).push(err2);
errors++;
}
}
for(const key1 in data){
let data0 = data[key1];
if(typeof data0 === "string"){
if(!pattern1.test(data0)){
const err3 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"},parentSchema:schema10.additionalProperties};
(vErrors ??= []).push(err3);
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/additionalProperties/type",keyword:"type",params:{type: "string"},parentSchema:schema10.additionalProperties};
(vErrors ??= []).push(err4);
errors++;
}
}
}
validate28.errors = vErrors;
return errors === 0;
}

const schema11 = {"type":["object","null"],"propertyNames":{"pattern":"^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},"additionalProperties":{"$ref":"#/definitions/preset"},"x-names":"preset"};
const schema12 = {"type":"object","additionalProperties":false,"properties":{"service":{"$ref":"#/definitions/serviceName"},"source":{"$ref":"#/definitions/source"},"settings":{"$ref":"#/definitions/settings"},"scaling":{"$ref":"#/definitions/scaling"},"ignore":{"$ref":"#/definitions/ignore"},"protect":{"$ref":"#/definitions/protect"},"acknowledge":{"$ref":"#/definitions/acknowledge"},"checks":{"$ref":"#/definitions/checkNames"}}};
const schema13 = {"type":"string"};

function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "string"){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},parentSchema:schema13};
(vErrors ??= []).push(err0);
errors++;
}
validate32.errors = vErrors;
return errors === 0;
}

const schema14 = {"x-expected":"one of kafka, objectStorage, kinesis, postgres","enum":["kafka","objectStorage","kinesis","postgres"]};

function validate34(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((((data === "kafka") || (data === "objectStorage")) || (data === "kinesis")) || (data === "postgres"))){
const err0 = {instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema14.enum},parentSchema:schema14};
(vErrors ??= []).push(err0);
errors++;
}
validate34.errors = vErrors;
return errors === 0;
}

const schema15 = {"type":["object","null"],"additionalProperties":false,"properties":{"streaming_max_insert_wait_ms":{"type":["integer","string","null"],"minimum":500,"maximum":60000,"pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a whole number of milliseconds, a duration such as 5s, or null","x-unit":"milliseconds","x-kinds":["kafka","kinesis"]},"object_storage_concurrency":{"type":["integer","null"],"minimum":1,"maximum":35,"x-expected":"a whole number or null","x-unit":"count","x-kinds":["objectStorage"]},"object_storage_polling_interval_ms":{"type":["integer","string","null"],"minimum":100,"maximum":3600000,"pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a whole number of milliseconds, a duration such as 5s, or null","x-unit":"milliseconds","x-kinds":["objectStorage"]},"object_storage_max_insert_bytes":{"type":["integer","string","null"],"minimum":10485760,"maximum":53687091200,"pattern":"^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$","x-expected":"a whole number of bytes, a size such as 64MiB, or null","x-unit":"bytes","x-kinds":["objectStorage"]},"object_storage_max_file_count":{"type":["integer","null"],"minimum":1,"maximum":10000,"x-expected":"a whole number or null","x-unit":"count","x-kinds":["objectStorage"]},"db_max_threads":{"type":["integer","null"],"minimum":0,"maximum":64,"x-expected":"a whole number or null","x-unit":"count","x-kinds":["kafka","objectStorage","kinesis","postgres"]},"db_max_insert_threads":{"type":["integer","null"],"minimum":0,"maximum":16,"x-expected":"a whole number or null","x-unit":"count","x-kinds":["kafka","objectStorage","kinesis","postgres"]},"db_min_insert_block_size_bytes":{"type":["integer","string","null"],"minimum":0,"maximum":10737418240,"pattern":"^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$","x-expected":"a whole number of bytes, a size such as 64MiB, or null","x-unit":"bytes","x-kinds":["kafka","objectStorage","kinesis","postgres"]},"db_max_download_threads":{"type":["integer","null"],"minimum":0,"maximum":32,"x-expected":"a whole number or null","x-unit":"count","x-kinds":["kafka","objectStorage","kinesis","postgres"]},"db_parallel_distributed_insert_select":{"type":["integer","null"],"minimum":0,"maximum":2,"x-expected":"a whole number or null","x-unit":"mode","x-kinds":["kafka","objectStorage","kinesis","postgres"]},"object_storage_use_cluster_function":{"type":["boolean","null"],"x-expected":"true, false or null","x-unit":"flag","x-kinds":["objectStorage"]},"db_parallel_view_processing":{"type":["boolean","null"],"x-expected":"true, false or null","x-unit":"flag","x-kinds":["kafka","objectStorage","kinesis","postgres"]}}};
const pattern12 = new RegExp("^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$", "u");

function validate36(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((!(data && typeof data == "object" && !Array.isArray(data))) && (data !== null)){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema15.type},parentSchema:schema15};
(vErrors ??= []).push(err0);
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func2.call(schema15.properties, key0))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema15};
(vErrors ??= []).push(err1);
errors++;
}
}
if(data.streaming_max_insert_wait_ms !== undefined){
let data0 = data.streaming_max_insert_wait_ms;
if(((!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))) && (typeof data0 !== "string")) && (data0 !== null)){
const err2 = {instancePath:instancePath+"/streaming_max_insert_wait_ms",schemaPath:"#/properties/streaming_max_insert_wait_ms/type",keyword:"type",params:{type: schema15.properties.streaming_max_insert_wait_ms.type},parentSchema:schema15.properties.streaming_max_insert_wait_ms};
(vErrors ??= []).push(err2);
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 60000 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/streaming_max_insert_wait_ms",schemaPath:"#/properties/streaming_max_insert_wait_ms/maximum",keyword:"maximum",params:{comparison: "<=", limit: 60000},parentSchema:schema15.properties.streaming_max_insert_wait_ms};
(vErrors ??= []).push(err3);
errors++;
}
if(data0 < 500 || isNaN(data0)){
const err4 = {instancePath:instancePath+"/streaming_max_insert_wait_ms",schemaPath:"#/properties/streaming_max_insert_wait_ms/minimum",keyword:"minimum",params:{comparison: ">=", limit: 500},parentSchema:schema15.properties.streaming_max_insert_wait_ms};
(vErrors ??= []).push(err4);
errors++;
}
}
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err5 = {instancePath:instancePath+"/streaming_max_insert_wait_ms",schemaPath:"#/properties/streaming_max_insert_wait_ms/pattern",keyword:"pattern",params:{pattern: "^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$"},parentSchema:schema15.properties.streaming_max_insert_wait_ms};
(vErrors ??= []).push(err5);
errors++;
}
}
}
if(data.object_storage_concurrency !== undefined){
let data1 = data.object_storage_concurrency;
if((!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))) && (data1 !== null)){
const err6 = {instancePath:instancePath+"/object_storage_concurrency",schemaPath:"#/properties/object_storage_concurrency/type",keyword:"type",params:{type: schema15.properties.object_storage_concurrency.type},parentSchema:schema15.properties.object_storage_concurrency};
(vErrors ??= []).push(err6);
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 35 || isNaN(data1)){
const err7 = {instancePath:instancePath+"/object_storage_concurrency",schemaPath:"#/properties/object_storage_concurrency/maximum",keyword:"maximum",params:{comparison: "<=", limit: 35},parentSchema:schema15.properties.object_storage_concurrency};
(vErrors ??= []).push(err7);
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err8 = {instancePath:instancePath+"/object_storage_concurrency",schemaPath:"#/properties/object_storage_concurrency/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema15.properties.object_storage_concurrency};
(vErrors ??= []).push(err8);
errors++;
}
}
}
if(data.object_storage_polling_interval_ms !== undefined){
let data2 = data.object_storage_polling_interval_ms;
if(((!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))) && (typeof data2 !== "string")) && (data2 !== null)){
const err9 = {instancePath:instancePath+"/object_storage_polling_interval_ms",schemaPath:"#/properties/object_storage_polling_interval_ms/type",keyword:"type",params:{type: schema15.properties.object_storage_polling_interval_ms.type},parentSchema:schema15.properties.object_storage_polling_interval_ms};
(vErrors ??= []).push(err9);
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 3600000 || isNaN(data2)){
const err10 = {instancePath:instancePath+"/object_storage_polling_interval_ms",schemaPath:"#/properties/object_storage_polling_interval_ms/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600000},parentSchema:schema15.properties.object_storage_polling_interval_ms};
(vErrors ??= []).push(err10);
errors++;
}
if(data2 < 100 || isNaN(data2)){
const err11 = {instancePath:instancePath+"/object_storage_polling_interval_ms",schemaPath:"#/properties/object_storage_polling_interval_ms/minimum",keyword:"minimum",params:{comparison: ">=", limit: 100},parentSchema:schema15.properties.object_storage_polling_interval_ms};
(vErrors ??= []).push(err11);
errors++;
}
}
if(typeof data2 === "string"){
if(!pattern4.test(data2)){
const err12 = {instancePath:instancePath+"/object_storage_polling_interval_ms",schemaPath:"#/properties/object_storage_polling_interval_ms/pattern",keyword:"pattern",params:{pattern: "^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$"},parentSchema:schema15.properties.object_storage_polling_interval_ms};
(vErrors ??= []).push(err12);
errors++;
}
}
}
if(data.object_storage_max_insert_bytes !== undefined){
let data3 = data.object_storage_max_insert_bytes;
if(((!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))) && (typeof data3 !== "string")) && (data3 !== null)){
const err13 = {instancePath:instancePath+"/object_storage_max_insert_bytes",schemaPath:"#/properties/object_storage_max_insert_bytes/type",keyword:"type",params:{type: schema15.properties.object_storage_max_insert_bytes.type},parentSchema:schema15.properties.object_storage_max_insert_bytes};
(vErrors ??= []).push(err13);
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 53687091200 || isNaN(data3)){
const err14 = {instancePath:instancePath+"/object_storage_max_insert_bytes",schemaPath:"#/properties/object_storage_max_insert_bytes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 53687091200},parentSchema:schema15.properties.object_storage_max_insert_bytes};
(vErrors ??= []).push(err14);
errors++;
}
if(data3 < 10485760 || isNaN(data3)){
const err15 = {instancePath:instancePath+"/object_storage_max_insert_bytes",schemaPath:"#/properties/object_storage_max_insert_bytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 10485760},parentSchema:schema15.properties.object_storage_max_insert_bytes};
(vErrors ??= []).push(err15);
errors++;
}
}
if(typeof data3 === "string"){
if(!pattern12.test(data3)){
const err16 = {instancePath:instancePath+"/object_storage_max_insert_bytes",schemaPath:"#/properties/object_storage_max_insert_bytes/pattern",keyword:"pattern",params:{pattern: "^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$"},parentSchema:schema15.properties.object_storage_max_insert_bytes};
(vErrors ??= []).push(err16);
errors++;
}
}
}
if(data.object_storage_max_file_count !== undefined){
let data4 = data.object_storage_max_file_count;
if((!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))) && (data4 !== null)){
const err17 = {instancePath:instancePath+"/object_storage_max_file_count",schemaPath:"#/properties/object_storage_max_file_count/type",keyword:"type",params:{type: schema15.properties.object_storage_max_file_count.type},parentSchema:schema15.properties.object_storage_max_file_count};
(vErrors ??= []).push(err17);
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 10000 || isNaN(data4)){
const err18 = {instancePath:instancePath+"/object_storage_max_file_count",schemaPath:"#/properties/object_storage_max_file_count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},parentSchema:schema15.properties.object_storage_max_file_count};
(vErrors ??= []).push(err18);
errors++;
}
if(data4 < 1 || isNaN(data4)){
const err19 = {instancePath:instancePath+"/object_storage_max_file_count",schemaPath:"#/properties/object_storage_max_file_count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema15.properties.object_storage_max_file_count};
(vErrors ??= []).push(err19);
errors++;
}
}
}
if(data.db_max_threads !== undefined){
let data5 = data.db_max_threads;
if((!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))) && (data5 !== null)){
const err20 = {instancePath:instancePath+"/db_max_threads",schemaPath:"#/properties/db_max_threads/type",keyword:"type",params:{type: schema15.properties.db_max_threads.type},parentSchema:schema15.properties.db_max_threads};
(vErrors ??= []).push(err20);
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 64 || isNaN(data5)){
const err21 = {instancePath:instancePath+"/db_max_threads",schemaPath:"#/properties/db_max_threads/maximum",keyword:"maximum",params:{comparison: "<=", limit: 64},parentSchema:schema15.properties.db_max_threads};
(vErrors ??= []).push(err21);
errors++;
}
if(data5 < 0 || isNaN(data5)){
const err22 = {instancePath:instancePath+"/db_max_threads",schemaPath:"#/properties/db_max_threads/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema15.properties.db_max_threads};
(vErrors ??= []).push(err22);
errors++;
}
}
}
if(data.db_max_insert_threads !== undefined){
let data6 = data.db_max_insert_threads;
if((!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))) && (data6 !== null)){
const err23 = {instancePath:instancePath+"/db_max_insert_threads",schemaPath:"#/properties/db_max_insert_threads/type",keyword:"type",params:{type: schema15.properties.db_max_insert_threads.type},parentSchema:schema15.properties.db_max_insert_threads};
(vErrors ??= []).push(err23);
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 16 || isNaN(data6)){
const err24 = {instancePath:instancePath+"/db_max_insert_threads",schemaPath:"#/properties/db_max_insert_threads/maximum",keyword:"maximum",params:{comparison: "<=", limit: 16},parentSchema:schema15.properties.db_max_insert_threads};
(vErrors ??= []).push(err24);
errors++;
}
if(data6 < 0 || isNaN(data6)){
const err25 = {instancePath:instancePath+"/db_max_insert_threads",schemaPath:"#/properties/db_max_insert_threads/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema15.properties.db_max_insert_threads};
(vErrors ??= []).push(err25);
errors++;
}
}
}
if(data.db_min_insert_block_size_bytes !== undefined){
let data7 = data.db_min_insert_block_size_bytes;
if(((!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))) && (typeof data7 !== "string")) && (data7 !== null)){
const err26 = {instancePath:instancePath+"/db_min_insert_block_size_bytes",schemaPath:"#/properties/db_min_insert_block_size_bytes/type",keyword:"type",params:{type: schema15.properties.db_min_insert_block_size_bytes.type},parentSchema:schema15.properties.db_min_insert_block_size_bytes};
(vErrors ??= []).push(err26);
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 10737418240 || isNaN(data7)){
const err27 = {instancePath:instancePath+"/db_min_insert_block_size_bytes",schemaPath:"#/properties/db_min_insert_block_size_bytes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10737418240},parentSchema:schema15.properties.db_min_insert_block_size_bytes};
(vErrors ??= []).push(err27);
errors++;
}
if(data7 < 0 || isNaN(data7)){
const err28 = {instancePath:instancePath+"/db_min_insert_block_size_bytes",schemaPath:"#/properties/db_min_insert_block_size_bytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema15.properties.db_min_insert_block_size_bytes};
(vErrors ??= []).push(err28);
errors++;
}
}
if(typeof data7 === "string"){
if(!pattern12.test(data7)){
const err29 = {instancePath:instancePath+"/db_min_insert_block_size_bytes",schemaPath:"#/properties/db_min_insert_block_size_bytes/pattern",keyword:"pattern",params:{pattern: "^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$"},parentSchema:schema15.properties.db_min_insert_block_size_bytes};
(vErrors ??= []).push(err29);
errors++;
}
}
}
if(data.db_max_download_threads !== undefined){
let data8 = data.db_max_download_threads;
if((!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))) && (data8 !== null)){
const err30 = {instancePath:instancePath+"/db_max_download_threads",schemaPath:"#/properties/db_max_download_threads/type",keyword:"type",params:{type: schema15.properties.db_max_download_threads.type},parentSchema:schema15.properties.db_max_download_threads};
(vErrors ??= []).push(err30);
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 32 || isNaN(data8)){
const err31 = {instancePath:instancePath+"/db_max_download_threads",schemaPath:"#/properties/db_max_download_threads/maximum",keyword:"maximum",params:{comparison: "<=", limit: 32},parentSchema:schema15.properties.db_max_download_threads};
(vErrors ??= []).push(err31);
errors++;
}
if(data8 < 0 || isNaN(data8)){
const err32 = {instancePath:instancePath+"/db_max_download_threads",schemaPath:"#/properties/db_max_download_threads/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema15.properties.db_max_download_threads};
(vErrors ??= []).push(err32);
errors++;
}
}
}
if(data.db_parallel_distributed_insert_select !== undefined){
let data9 = data.db_parallel_distributed_insert_select;
if((!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))) && (data9 !== null)){
const err33 = {instancePath:instancePath+"/db_parallel_distributed_insert_select",schemaPath:"#/properties/db_parallel_distributed_insert_select/type",keyword:"type",params:{type: schema15.properties.db_parallel_distributed_insert_select.type},parentSchema:schema15.properties.db_parallel_distributed_insert_select};
(vErrors ??= []).push(err33);
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 2 || isNaN(data9)){
const err34 = {instancePath:instancePath+"/db_parallel_distributed_insert_select",schemaPath:"#/properties/db_parallel_distributed_insert_select/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2},parentSchema:schema15.properties.db_parallel_distributed_insert_select};
(vErrors ??= []).push(err34);
errors++;
}
if(data9 < 0 || isNaN(data9)){
const err35 = {instancePath:instancePath+"/db_parallel_distributed_insert_select",schemaPath:"#/properties/db_parallel_distributed_insert_select/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema15.properties.db_parallel_distributed_insert_select};
(vErrors ??= []).push(err35);
errors++;
}
}
}
if(data.object_storage_use_cluster_function !== undefined){
let data10 = data.object_storage_use_cluster_function;
if((typeof data10 !== "boolean") && (data10 !== null)){
const err36 = {instancePath:instancePath+"/object_storage_use_cluster_function",schemaPath:"#/properties/object_storage_use_cluster_function/type",keyword:"type",params:{type: schema15.properties.object_storage_use_cluster_function.type},parentSchema:schema15.properties.object_storage_use_cluster_function};
(vErrors ??= []).push(err36);
errors++;
}
}
if(data.db_parallel_view_processing !== undefined){
let data11 = data.db_parallel_view_processing;
if((typeof data11 !== "boolean") && (data11 !== null)){
const err37 = {instancePath:instancePath+"/db_parallel_view_processing",schemaPath:"#/properties/db_parallel_view_processing/type",keyword:"type",params:{type: schema15.properties.db_parallel_view_processing.type},parentSchema:schema15.properties.db_parallel_view_processing};
(vErrors ??= []).push(err37);
errors++;
}
}
}
validate36.errors = vErrors;
return errors === 0;
}

const schema16 = {"type":["object","null"],"additionalProperties":false,"properties":{"replicas":{"type":["integer","object","null"],"minimum":1,"maximum":10,"required":["min","max"],"additionalProperties":false,"properties":{"min":{"type":"integer","minimum":1,"maximum":10,"x-expected":"a whole number"},"max":{"type":"integer","minimum":1,"maximum":10,"x-expected":"a whole number"},"target":{"type":"object","additionalProperties":false,"required":["check","value"],"properties":{"check":{"type":"string"},"value":{"type":"number","exclusiveMinimum":0,"x-expected":"a number above 0"},"tolerance":{"type":"number","minimum":0,"maximum":1,"x-expected":"a number from 0 to 1"},"stabilizationWindow":{"type":"string","pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a duration such as 5m"}}}},"x-expected":"a whole number, a band such as { min: 2, max: 6 }, or null","x-unit":"count","x-kinds":["kafka","kinesis"]},"concurrency":{"type":["integer","object","null"],"minimum":0,"maximum":34,"required":["min","max"],"additionalProperties":false,"properties":{"min":{"type":"integer","minimum":0,"maximum":34,"x-expected":"a whole number"},"max":{"type":"integer","minimum":0,"maximum":34,"x-expected":"a whole number"}},"x-expected":"a whole number, a band such as { min: 2, max: 8 }, or null","x-unit":"count","x-kinds":["objectStorage"]},"replicaCpuMillicores":{"type":["integer","object","null"],"minimum":125,"maximum":2000,"required":["min","max"],"additionalProperties":false,"properties":{"min":{"type":"integer","minimum":125,"maximum":2000,"x-expected":"a whole number"},"max":{"type":"integer","minimum":125,"maximum":2000,"x-expected":"a whole number"}},"x-expected":"a whole number, a band such as { min: 250, max: 1000 }, or null","x-unit":"millicores","x-kinds":["kafka","kinesis"]},"replicaMemoryGb":{"type":["number","object","null"],"minimum":0.5,"maximum":8,"required":["min","max"],"additionalProperties":false,"properties":{"min":{"type":"number","minimum":0.5,"maximum":8,"x-expected":"a number"},"max":{"type":"number","minimum":0.5,"maximum":8,"x-expected":"a number"}},"x-expected":"a number, a band such as { min: 1, max: 4 }, or null","x-unit":"gigabytes","x-kinds":["kafka","kinesis"]}}};

function validate38(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((!(data && typeof data == "object" && !Array.isArray(data))) && (data !== null)){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema16.type},parentSchema:schema16};
(vErrors ??= []).push(err0);
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((key0 === "replicas") || (key0 === "concurrency")) || (key0 === "replicaCpuMillicores")) || (key0 === "replicaMemoryGb"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema16};
(vErrors ??= []).push(err1);
errors++;
}
}
if(data.replicas !== undefined){
let data0 = data.replicas;
if(((!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))) && (!(data0 && typeof data0 == "object" && !Array.isArray(data0)))) && (data0 !== null)){
const err2 = {instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/type",keyword:"type",params:{type: schema16.properties.replicas.type},parentSchema:schema16.properties.replicas};
(vErrors ??= []).push(err2);
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 10 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10},parentSchema:schema16.properties.replicas};
(vErrors ??= []).push(err3);
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err4 = {instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema16.properties.replicas};
(vErrors ??= []).push(err4);
errors++;
}
}
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.min === undefined){
const err5 = {instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/required",keyword:"required",params:{missingProperty: "min"},parentSchema:schema16.properties.replicas};
(vErrors ??= []).push(err5);
errors++;
}
if(data0.max === undefined){
const err6 = {instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/required",keyword:"required",params:{missingProperty: "max"},parentSchema:schema16.properties.replicas};
(vErrors ??= []).push(err6);
errors++;
}
for(const key1 in data0){
if(!(((key1 === "min") || (key1 === "max")) || (key1 === "target"))){
const err7 = {instancePath:instancePath+"/replicas",schemaPath:"#/properties/replicas/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},parentSchema:schema16.properties.replicas};
(vErrors ??= []).push(err7);
errors++;
}
}
if(data0.min !== undefined){
let data1 = data0.min;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err8 = {instancePath:instancePath+"/replicas/min",schemaPath:"#/properties/replicas/properties/min/type",keyword:"type",params:{type: "integer"},parentSchema:schema16.properties.replicas.properties.min};
(vErrors ??= []).push(err8);
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 10 || isNaN(data1)){
const err9 = {instancePath:instancePath+"/replicas/min",schemaPath:"#/properties/replicas/properties/min/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10},parentSchema:schema16.properties.replicas.properties.min};
(vErrors ??= []).push(err9);
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err10 = {instancePath:instancePath+"/replicas/min",schemaPath:"#/properties/replicas/properties/min/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema16.properties.replicas.properties.min};
(vErrors ??= []).push(err10);
errors++;
}
}
}
if(data0.max !== undefined){
let data2 = data0.max;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err11 = {instancePath:instancePath+"/replicas/max",schemaPath:"#/properties/replicas/properties/max/type",keyword:"type",params:{type: "integer"},parentSchema:schema16.properties.replicas.properties.max};
(vErrors ??= []).push(err11);
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 10 || isNaN(data2)){
const err12 = {instancePath:instancePath+"/replicas/max",schemaPath:"#/properties/replicas/properties/max/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10},parentSchema:schema16.properties.replicas.properties.max};
(vErrors ??= []).push(err12);
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err13 = {instancePath:instancePath+"/replicas/max",schemaPath:"#/properties/replicas/properties/max/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema16.properties.replicas.properties.max};
(vErrors ??= []).push(err13);
errors++;
}
}
}
if(data0.target !== undefined){
let data3 = data0.target;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.check === undefined){
const err14 = {instancePath:instancePath+"/replicas/target",schemaPath:"#/properties/replicas/properties/target/required",keyword:"required",params:{missingProperty: "check"},parentSchema:schema16.properties.replicas.properties.target};
(vErrors ??= []).push(err14);
errors++;
}
if(data3.value === undefined){
const err15 = {instancePath:instancePath+"/replicas/target",schemaPath:"#/properties/replicas/properties/target/required",keyword:"required",params:{missingProperty: "value"},parentSchema:schema16.properties.replicas.properties.target};
(vErrors ??= []).push(err15);
errors++;
}
for(const key2 in data3){
if(!((((key2 === "check") || (key2 === "value")) || (key2 === "tolerance")) || (key2 === "stabilizationWindow"))){
const err16 = {instancePath:instancePath+"/replicas/target",schemaPath:"#/properties/replicas/properties/target/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},parentSchema:schema16.properties.replicas.properties.target};
(vErrors ??= []).push(err16);
errors++;
}
}
if(data3.check !== undefined){
let data4 = data3.check;
if(typeof data4 !== "string"){
const err17 = {instancePath:instancePath+"/replicas/target/check",schemaPath:"#/properties/replicas/properties/target/properties/check/type",keyword:"type",params:{type: "string"},parentSchema:schema16.properties.replicas.properties.target.properties.check};
(vErrors ??= []).push(err17);
errors++;
}
}
if(data3.value !== undefined){
let data5 = data3.value;
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 <= 0 || isNaN(data5)){
const err18 = {instancePath:instancePath+"/replicas/target/value",schemaPath:"#/properties/replicas/properties/target/properties/value/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema16.properties.replicas.properties.target.properties.value};
(vErrors ??= []).push(err18);
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/replicas/target/value",schemaPath:"#/properties/replicas/properties/target/properties/value/type",keyword:"type",params:{type: "number"},parentSchema:schema16.properties.replicas.properties.target.properties.value};
(vErrors ??= []).push(err19);
errors++;
}
}
if(data3.tolerance !== undefined){
let data6 = data3.tolerance;
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 1 || isNaN(data6)){
const err20 = {instancePath:instancePath+"/replicas/target/tolerance",schemaPath:"#/properties/replicas/properties/target/properties/tolerance/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},parentSchema:schema16.properties.replicas.properties.target.properties.tolerance};
(vErrors ??= []).push(err20);
errors++;
}
if(data6 < 0 || isNaN(data6)){
const err21 = {instancePath:instancePath+"/replicas/target/tolerance",schemaPath:"#/properties/replicas/properties/target/properties/tolerance/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema16.properties.replicas.properties.target.properties.tolerance};
(vErrors ??= []).push(err21);
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/replicas/target/tolerance",schemaPath:"#/properties/replicas/properties/target/properties/tolerance/type",keyword:"type",params:{type: "number"},parentSchema:schema16.properties.replicas.properties.target.properties.tolerance};
(vErrors ??= []).push(err22);
errors++;
}
}
if(data3.stabilizationWindow !== undefined){
let data7 = data3.stabilizationWindow;
if(typeof data7 === "string"){
if(!pattern4.test(data7)){
const err23 = {instancePath:instancePath+"/replicas/target/stabilizationWindow",schemaPath:"#/properties/replicas/properties/target/properties/stabilizationWindow/pattern",keyword:"pattern",params:{pattern: "^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$"},parentSchema:schema16.properties.replicas.properties.target.properties.stabilizationWindow};
(vErrors ??= []).push(err23);
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/replicas/target/stabilizationWindow",schemaPath:"#/properties/replicas/properties/target/properties/stabilizationWindow/type",keyword:"type",params:{type: "string"},parentSchema:schema16.properties.replicas.properties.target.properties.stabilizationWindow};
(vErrors ??= []).push(err24);
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/replicas/target",schemaPath:"#/properties/replicas/properties/target/type",keyword:"type",params:{type: "object"},parentSchema:schema16.properties.replicas.properties.target};
(vErrors ??= []).push(err25);
errors++;
}
}
}
}
if(data.concurrency !== undefined){
let data8 = data.concurrency;
if(((!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))) && (!(data8 && typeof data8 == "object" && !Array.isArray(data8)))) && (data8 !== null)){
const err26 = {instancePath:instancePath+"/concurrency",schemaPath:"#/properties/concurrency/type",keyword:"type",params:{type: schema16.properties.concurrency.type},parentSchema:schema16.properties.concurrency};
(vErrors ??= []).push(err26);
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 34 || isNaN(data8)){
const err27 = {instancePath:instancePath+"/concurrency",schemaPath:"#/properties/concurrency/maximum",keyword:"maximum",params:{comparison: "<=", limit: 34},parentSchema:schema16.properties.concurrency};
(vErrors ??= []).push(err27);
errors++;
}
if(data8 < 0 || isNaN(data8)){
const err28 = {instancePath:instancePath+"/concurrency",schemaPath:"#/properties/concurrency/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema16.properties.concurrency};
(vErrors ??= []).push(err28);
errors++;
}
}
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.min === undefined){
const err29 = {instancePath:instancePath+"/concurrency",schemaPath:"#/properties/concurrency/required",keyword:"required",params:{missingProperty: "min"},parentSchema:schema16.properties.concurrency};
(vErrors ??= []).push(err29);
errors++;
}
if(data8.max === undefined){
const err30 = {instancePath:instancePath+"/concurrency",schemaPath:"#/properties/concurrency/required",keyword:"required",params:{missingProperty: "max"},parentSchema:schema16.properties.concurrency};
(vErrors ??= []).push(err30);
errors++;
}
for(const key3 in data8){
if(!((key3 === "min") || (key3 === "max"))){
const err31 = {instancePath:instancePath+"/concurrency",schemaPath:"#/properties/concurrency/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},parentSchema:schema16.properties.concurrency};
(vErrors ??= []).push(err31);
errors++;
}
}
if(data8.min !== undefined){
let data9 = data8.min;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err32 = {instancePath:instancePath+"/concurrency/min",schemaPath:"#/properties/concurrency/properties/min/type",keyword:"type",params:{type: "integer"},parentSchema:schema16.properties.concurrency.properties.min};
(vErrors ??= []).push(err32);
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 34 || isNaN(data9)){
const err33 = {instancePath:instancePath+"/concurrency/min",schemaPath:"#/properties/concurrency/properties/min/maximum",keyword:"maximum",params:{comparison: "<=", limit: 34},parentSchema:schema16.properties.concurrency.properties.min};
(vErrors ??= []).push(err33);
errors++;
}
if(data9 < 0 || isNaN(data9)){
const err34 = {instancePath:instancePath+"/concurrency/min",schemaPath:"#/properties/concurrency/properties/min/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema16.properties.concurrency.properties.min};
(vErrors ??= []).push(err34);
errors++;
}
}
}
if(data8.max !== undefined){
let data10 = data8.max;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err35 = {instancePath:instancePath+"/concurrency/max",schemaPath:"#/properties/concurrency/properties/max/type",keyword:"type",params:{type: "integer"},parentSchema:schema16.properties.concurrency.properties.max};
(vErrors ??= []).push(err35);
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 34 || isNaN(data10)){
const err36 = {instancePath:instancePath+"/concurrency/max",schemaPath:"#/properties/concurrency/properties/max/maximum",keyword:"maximum",params:{comparison: "<=", limit: 34},parentSchema:schema16.properties.concurrency.properties.max};
(vErrors ??= []).push(err36);
errors++;
}
if(data10 < 0 || isNaN(data10)){
const err37 = {instancePath:instancePath+"/concurrency/max",schemaPath:"#/properties/concurrency/properties/max/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema16.properties.concurrency.properties.max};
(vErrors ??= []).push(err37);
errors++;
}
}
}
}
}
if(data.replicaCpuMillicores !== undefined){
let data11 = data.replicaCpuMillicores;
if(((!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))) && (!(data11 && typeof data11 == "object" && !Array.isArray(data11)))) && (data11 !== null)){
const err38 = {instancePath:instancePath+"/replicaCpuMillicores",schemaPath:"#/properties/replicaCpuMillicores/type",keyword:"type",params:{type: schema16.properties.replicaCpuMillicores.type},parentSchema:schema16.properties.replicaCpuMillicores};
(vErrors ??= []).push(err38);
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 2000 || isNaN(data11)){
const err39 = {instancePath:instancePath+"/replicaCpuMillicores",schemaPath:"#/properties/replicaCpuMillicores/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2000},parentSchema:schema16.properties.replicaCpuMillicores};
(vErrors ??= []).push(err39);
errors++;
}
if(data11 < 125 || isNaN(data11)){
const err40 = {instancePath:instancePath+"/replicaCpuMillicores",schemaPath:"#/properties/replicaCpuMillicores/minimum",keyword:"minimum",params:{comparison: ">=", limit: 125},parentSchema:schema16.properties.replicaCpuMillicores};
(vErrors ??= []).push(err40);
errors++;
}
}
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(data11.min === undefined){
const err41 = {instancePath:instancePath+"/replicaCpuMillicores",schemaPath:"#/properties/replicaCpuMillicores/required",keyword:"required",params:{missingProperty: "min"},parentSchema:schema16.properties.replicaCpuMillicores};
(vErrors ??= []).push(err41);
errors++;
}
if(data11.max === undefined){
const err42 = {instancePath:instancePath+"/replicaCpuMillicores",schemaPath:"#/properties/replicaCpuMillicores/required",keyword:"required",params:{missingProperty: "max"},parentSchema:schema16.properties.replicaCpuMillicores};
(vErrors ??= []).push(err42);
errors++;
}
for(const key4 in data11){
if(!((key4 === "min") || (key4 === "max"))){
const err43 = {instancePath:instancePath+"/replicaCpuMillicores",schemaPath:"#/properties/replicaCpuMillicores/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},parentSchema:schema16.properties.replicaCpuMillicores};
(vErrors ??= []).push(err43);
errors++;
}
}
if(data11.min !== undefined){
let data12 = data11.min;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
const err44 = {instancePath:instancePath+"/replicaCpuMillicores/min",schemaPath:"#/properties/replicaCpuMillicores/properties/min/type",keyword:"type",params:{type: "integer"},parentSchema:schema16.properties.replicaCpuMillicores.properties.min};
(vErrors ??= []).push(err44);
errors++;
}
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 2000 || isNaN(data12)){
const err45 = {instancePath:instancePath+"/replicaCpuMillicores/min",schemaPath:"#/properties/replicaCpuMillicores/properties/min/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2000},parentSchema:schema16.properties.replicaCpuMillicores.properties.min};
(vErrors ??= []).push(err45);
errors++;
}
if(data12 < 125 || isNaN(data12)){
const err46 = {instancePath:instancePath+"/replicaCpuMillicores/min",schemaPath:"#/properties/replicaCpuMillicores/properties/min/minimum",keyword:"minimum",params:{comparison: ">=", limit: 125},parentSchema:schema16.properties.replicaCpuMillicores.properties.min};
(vErrors ??= []).push(err46);
errors++;
}
}
}
if(data11.max !== undefined){
let data13 = data11.max;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
const err47 = {instancePath:instancePath+"/replicaCpuMillicores/max",schemaPath:"#/properties/replicaCpuMillicores/properties/max/type",keyword:"type",params:{type: "integer"},parentSchema:schema16.properties.replicaCpuMillicores.properties.max};
(vErrors ??= []).push(err47);
errors++;
}
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 2000 || isNaN(data13)){
const err48 = {instancePath:instancePath+"/replicaCpuMillicores/max",schemaPath:"#/properties/replicaCpuMillicores/properties/max/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2000},parentSchema:schema16.properties.replicaCpuMillicores.properties.max};
(vErrors ??= []).push(err48);
errors++;
}
if(data13 < 125 || isNaN(data13)){
const err49 = {instancePath:instancePath+"/replicaCpuMillicores/max",schemaPath:"#/properties/replicaCpuMillicores/properties/max/minimum",keyword:"minimum",params:{comparison: ">=", limit: 125},parentSchema:schema16.properties.replicaCpuMillicores.properties.max};
(vErrors ??= []).push(err49);
errors++;
}
}
}
}
}
if(data.replicaMemoryGb !== undefined){
let data14 = data.replicaMemoryGb;
if(((!((typeof data14 == "number") && (isFinite(data14)))) && (!(data14 && typeof data14 == "object" && !Array.isArray(data14)))) && (data14 !== null)){
const err50 = {instancePath:instancePath+"/replicaMemoryGb",schemaPath:"#/properties/replicaMemoryGb/type",keyword:"type",params:{type: schema16.properties.replicaMemoryGb.type},parentSchema:schema16.properties.replicaMemoryGb};
(vErrors ??= []).push(err50);
errors++;
}
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 > 8 || isNaN(data14)){
const err51 = {instancePath:instancePath+"/replicaMemoryGb",schemaPath:"#/properties/replicaMemoryGb/maximum",keyword:"maximum",params:{comparison: "<=", limit: 8},parentSchema:schema16.properties.replicaMemoryGb};
(vErrors ??= []).push(err51);
errors++;
}
if(data14 < 0.5 || isNaN(data14)){
const err52 = {instancePath:instancePath+"/replicaMemoryGb",schemaPath:"#/properties/replicaMemoryGb/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0.5},parentSchema:schema16.properties.replicaMemoryGb};
(vErrors ??= []).push(err52);
errors++;
}
}
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if(data14.min === undefined){
const err53 = {instancePath:instancePath+"/replicaMemoryGb",schemaPath:"#/properties/replicaMemoryGb/required",keyword:"required",params:{missingProperty: "min"},parentSchema:schema16.properties.replicaMemoryGb};
(vErrors ??= []).push(err53);
errors++;
}
if(data14.max === undefined){
const err54 = {instancePath:instancePath+"/replicaMemoryGb",schemaPath:"#/properties/replicaMemoryGb/required",keyword:"required",params:{missingProperty: "max"},parentSchema:schema16.properties.replicaMemoryGb};
(vErrors ??= []).push(err54);
errors++;
}
for(const key5 in data14){
if(!((key5 === "min") || (key5 === "max"))){
const err55 = {instancePath:instancePath+"/replicaMemoryGb",schemaPath:"#/properties/replicaMemoryGb/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},parentSchema:schema16.properties.replicaMemoryGb};
(vErrors ??= []).push(err55);
errors++;
}
}
if(data14.min !== undefined){
let data15 = data14.min;
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 8 || isNaN(data15)){
const err56 = {instancePath:instancePath+"/replicaMemoryGb/min",schemaPath:"#/properties/replicaMemoryGb/properties/min/maximum",keyword:"maximum",params:{comparison: "<=", limit: 8},parentSchema:schema16.properties.replicaMemoryGb.properties.min};
(vErrors ??= []).push(err56);
errors++;
}
if(data15 < 0.5 || isNaN(data15)){
const err57 = {instancePath:instancePath+"/replicaMemoryGb/min",schemaPath:"#/properties/replicaMemoryGb/properties/min/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0.5},parentSchema:schema16.properties.replicaMemoryGb.properties.min};
(vErrors ??= []).push(err57);
errors++;
}
}
else {
const err58 = {instancePath:instancePath+"/replicaMemoryGb/min",schemaPath:"#/properties/replicaMemoryGb/properties/min/type",keyword:"type",params:{type: "number"},parentSchema:schema16.properties.replicaMemoryGb.properties.min};
(vErrors ??= []).push(err58);
errors++;
}
}
if(data14.max !== undefined){
let data16 = data14.max;
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 8 || isNaN(data16)){
const err59 = {instancePath:instancePath+"/replicaMemoryGb/max",schemaPath:"#/properties/replicaMemoryGb/properties/max/maximum",keyword:"maximum",params:{comparison: "<=", limit: 8},parentSchema:schema16.properties.replicaMemoryGb.properties.max};
(vErrors ??= []).push(err59);
errors++;
}
if(data16 < 0.5 || isNaN(data16)){
const err60 = {instancePath:instancePath+"/replicaMemoryGb/max",schemaPath:"#/properties/replicaMemoryGb/properties/max/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0.5},parentSchema:schema16.properties.replicaMemoryGb.properties.max};
(vErrors ??= []).push(err60);
errors++;
}
}
else {
const err61 = {instancePath:instancePath+"/replicaMemoryGb/max",schemaPath:"#/properties/replicaMemoryGb/properties/max/type",keyword:"type",params:{type: "number"},parentSchema:schema16.properties.replicaMemoryGb.properties.max};
(vErrors ??= []).push(err61);
errors++;
}
}
}
}
}
validate38.errors = vErrors;
return errors === 0;
}

const schema17 = {"type":"array","items":{"type":"string","pattern":"^(settings|scaling)\\.[A-Za-z0-9_]+$","x-expected":"a field such as scaling.replicas"}};
const pattern15 = new RegExp("^(settings|scaling)\\.[A-Za-z0-9_]+$", "u");

function validate40(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
if(typeof data0 === "string"){
if(!pattern15.test(data0)){
const err0 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/pattern",keyword:"pattern",params:{pattern: "^(settings|scaling)\\.[A-Za-z0-9_]+$"},parentSchema:schema17.items};
(vErrors ??= []).push(err0);
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/type",keyword:"type",params:{type: "string"},parentSchema:schema17.items};
(vErrors ??= []).push(err1);
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},parentSchema:schema17};
(vErrors ??= []).push(err2);
errors++;
}
validate40.errors = vErrors;
return errors === 0;
}

const schema18 = {"type":"boolean","x-expected":"true or false"};

function validate42(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "boolean"){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "boolean"},parentSchema:schema18};
(vErrors ??= []).push(err0);
errors++;
}
validate42.errors = vErrors;
return errors === 0;
}

const schema19 = {"type":"array","items":{"type":"object","additionalProperties":false,"required":["path","reason","until"],"properties":{"path":{"type":"string","pattern":"^(settings|scaling)\\.[A-Za-z0-9_]+$","x-expected":"a field such as scaling.replicas"},"reason":{"type":"string","pattern":"\\S","x-expected":"a reason in words"},"until":{"type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$","x-expected":"a date such as 2026-12-01"}}}};
const pattern8 = new RegExp("\\S", "u");
const pattern18 = new RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "u");

function validate44(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.path === undefined){
const err0 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/required",keyword:"required",params:{missingProperty: "path"},parentSchema:schema19.items};
(vErrors ??= []).push(err0);
errors++;
}
if(data0.reason === undefined){
const err1 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/required",keyword:"required",params:{missingProperty: "reason"},parentSchema:schema19.items};
(vErrors ??= []).push(err1);
errors++;
}
if(data0.until === undefined){
const err2 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/required",keyword:"required",params:{missingProperty: "until"},parentSchema:schema19.items};
(vErrors ??= []).push(err2);
errors++;
}
for(const key0 in data0){
if(!(((key0 === "path") || (key0 === "reason")) || (key0 === "until"))){
const err3 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema19.items};
(vErrors ??= []).push(err3);
errors++;
}
}
if(data0.path !== undefined){
let data1 = data0.path;
if(typeof data1 === "string"){
if(!pattern15.test(data1)){
const err4 = {instancePath:instancePath+"/" + i0+"/path",schemaPath:"#/items/properties/path/pattern",keyword:"pattern",params:{pattern: "^(settings|scaling)\\.[A-Za-z0-9_]+$"},parentSchema:schema19.items.properties.path};
(vErrors ??= []).push(err4);
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/" + i0+"/path",schemaPath:"#/items/properties/path/type",keyword:"type",params:{type: "string"},parentSchema:schema19.items.properties.path};
(vErrors ??= []).push(err5);
errors++;
}
}
if(data0.reason !== undefined){
let data2 = data0.reason;
if(typeof data2 === "string"){
if(!pattern8.test(data2)){
const err6 = {instancePath:instancePath+"/" + i0+"/reason",schemaPath:"#/items/properties/reason/pattern",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema19.items.properties.reason};
(vErrors ??= []).push(err6);
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/" + i0+"/reason",schemaPath:"#/items/properties/reason/type",keyword:"type",params:{type: "string"},parentSchema:schema19.items.properties.reason};
(vErrors ??= []).push(err7);
errors++;
}
}
if(data0.until !== undefined){
let data3 = data0.until;
if(typeof data3 === "string"){
if(!pattern18.test(data3)){
const err8 = {instancePath:instancePath+"/" + i0+"/until",schemaPath:"#/items/properties/until/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},parentSchema:schema19.items.properties.until};
(vErrors ??= []).push(err8);
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/" + i0+"/until",schemaPath:"#/items/properties/until/type",keyword:"type",params:{type: "string"},parentSchema:schema19.items.properties.until};
(vErrors ??= []).push(err9);
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/type",keyword:"type",params:{type: "object"},parentSchema:schema19.items};
(vErrors ??= []).push(err10);
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},parentSchema:schema19};
(vErrors ??= []).push(err11);
errors++;
}
validate44.errors = vErrors;
return errors === 0;
}

const schema20 = {"type":"array","items":{"type":"string"}};

function validate46(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/type",keyword:"type",params:{type: "string"},parentSchema:schema20.items};
(vErrors ??= []).push(err0);
errors++;
}
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},parentSchema:schema20};
(vErrors ??= []).push(err1);
errors++;
}
validate46.errors = vErrors;
return errors === 0;
}


function validate31(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((((((key0 === "service") || (key0 === "source")) || (key0 === "settings")) || (key0 === "scaling")) || (key0 === "ignore")) || (key0 === "protect")) || (key0 === "acknowledge")) || (key0 === "checks"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema12};
(vErrors ??= []).push(err0);
errors++;
}
}
if(data.service !== undefined){
if(!(validate32(data.service, {instancePath:instancePath+"/service",parentData:data,parentDataProperty:"service",rootData}))){
vErrors = joinErrors(vErrors, validate32.errors);
errors = vErrors.length;
}
}
if(data.source !== undefined){
if(!(validate34(data.source, {instancePath:instancePath+"/source",parentData:data,parentDataProperty:"source",rootData}))){
vErrors = joinErrors(vErrors, validate34.errors);
errors = vErrors.length;
}
}
if(data.settings !== undefined){
if(!(validate36(data.settings, {instancePath:instancePath+"/settings",parentData:data,parentDataProperty:"settings",rootData}))){
vErrors = joinErrors(vErrors, validate36.errors);
errors = vErrors.length;
}
}
if(data.scaling !== undefined){
if(!(validate38(data.scaling, {instancePath:instancePath+"/scaling",parentData:data,parentDataProperty:"scaling",rootData}))){
vErrors = joinErrors(vErrors, validate38.errors);
errors = vErrors.length;
}
}
if(data.ignore !== undefined){
if(!(validate40(data.ignore, {instancePath:instancePath+"/ignore",parentData:data,parentDataProperty:"ignore",rootData}))){
vErrors = joinErrors(vErrors, validate40.errors);
errors = vErrors.length;
}
}
if(data.protect !== undefined){
if(!(validate42(data.protect, {instancePath:instancePath+"/protect",parentData:data,parentDataProperty:"protect",rootData}))){
vErrors = joinErrors(vErrors, validate42.errors);
errors = vErrors.length;
}
}
if(data.acknowledge !== undefined){
if(!(validate44(data.acknowledge, {instancePath:instancePath+"/acknowledge",parentData:data,parentDataProperty:"acknowledge",rootData}))){
vErrors = joinErrors(vErrors, validate44.errors);
errors = vErrors.length;
}
}
if(data.checks !== undefined){
if(!(validate46(data.checks, {instancePath:instancePath+"/checks",parentData:data,parentDataProperty:"checks",rootData}))){
vErrors = joinErrors(vErrors, validate46.errors);
errors = vErrors.length;
}
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},parentSchema:schema12};
(vErrors ??= []).push(err1);
errors++;
}
validate31.errors = vErrors;
return errors === 0;
}


function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((!(data && typeof data == "object" && !Array.isArray(data))) && (data !== null)){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema11.type},parentSchema:schema11};
(vErrors ??= []).push(err0);
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
const _errs1 = errors;
if(typeof key0 === "string"){
if(!pattern6.test(key0)){
const err1 = {instancePath,schemaPath:"#/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},parentSchema:schema11.propertyNames,propertyName:key0};
(vErrors ??= []).push(err1);
errors++;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
const err2 = {instancePath,schemaPath:"#/propertyNames",keyword:"propertyNames",params:{propertyName: key0},parentSchema:schema11};
(vErrors ??= []).push(err2);
errors++;
}
}
for(const key1 in data){
if(!(validate31(data[key1], {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data,parentDataProperty:key1,rootData}))){
vErrors = joinErrors(vErrors, validate31.errors);
errors = vErrors.length;
}
}
}
validate30.errors = vErrors;
return errors === 0;
}

const schema21 = {"type":["object","null"],"propertyNames":{"pattern":"^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},"additionalProperties":{"$ref":"#/definitions/pipe"},"x-names":"pipe"};
const schema22 = {"type":"object","additionalProperties":false,"properties":{"service":{"$ref":"#/definitions/serviceName"},"id":{"type":"string","pattern":"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$","x-expected":"a uuid such as 0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001"},"name":{"type":"string","pattern":"\\S","x-expected":"text that is not blank"},"preset":{"type":["string","array"],"items":{"type":"string"},"x-expected":"the name of a preset or a list of names"},"source":{"$ref":"#/definitions/source"},"settings":{"$ref":"#/definitions/settings"},"scaling":{"$ref":"#/definitions/scaling"},"ignore":{"$ref":"#/definitions/ignore"},"protect":{"$ref":"#/definitions/protect"},"acknowledge":{"$ref":"#/definitions/acknowledge"},"checks":{"$ref":"#/definitions/checkNames"}}};

function validate51(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func2.call(schema22.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema22};
(vErrors ??= []).push(err0);
errors++;
}
}
if(data.service !== undefined){
if(!(validate32(data.service, {instancePath:instancePath+"/service",parentData:data,parentDataProperty:"service",rootData}))){
vErrors = joinErrors(vErrors, validate32.errors);
errors = vErrors.length;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(typeof data1 === "string"){
if(!pattern1.test(data1)){
const err1 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"},parentSchema:schema22.properties.id};
(vErrors ??= []).push(err1);
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},parentSchema:schema22.properties.id};
(vErrors ??= []).push(err2);
errors++;
}
}
if(data.name !== undefined){
let data2 = data.name;
if(typeof data2 === "string"){
if(!pattern8.test(data2)){
const err3 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema22.properties.name};
(vErrors ??= []).push(err3);
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},parentSchema:schema22.properties.name};
(vErrors ??= []).push(err4);
errors++;
}
}
if(data.preset !== undefined){
let data3 = data.preset;
if((typeof data3 !== "string") && (!(Array.isArray(data3)))){
const err5 = {instancePath:instancePath+"/preset",schemaPath:"#/properties/preset/type",keyword:"type",params:{type: schema22.properties.preset.type},parentSchema:schema22.properties.preset};
(vErrors ??= []).push(err5);
errors++;
}
if(Array.isArray(data3)){
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(typeof data4 !== "string"){
const err6 = {instancePath:instancePath+"/preset/" + i0,schemaPath:"#/properties/preset/items/type",keyword:"type",params:{type: "string"},parentSchema:schema22.properties.preset.items};
(vErrors ??= []).push(err6);
errors++;
}
}
}
}
if(data.source !== undefined){
if(!(validate34(data.source, {instancePath:instancePath+"/source",parentData:data,parentDataProperty:"source",rootData}))){
vErrors = joinErrors(vErrors, validate34.errors);
errors = vErrors.length;
}
}
if(data.settings !== undefined){
if(!(validate36(data.settings, {instancePath:instancePath+"/settings",parentData:data,parentDataProperty:"settings",rootData}))){
vErrors = joinErrors(vErrors, validate36.errors);
errors = vErrors.length;
}
}
if(data.scaling !== undefined){
if(!(validate38(data.scaling, {instancePath:instancePath+"/scaling",parentData:data,parentDataProperty:"scaling",rootData}))){
vErrors = joinErrors(vErrors, validate38.errors);
errors = vErrors.length;
}
}
if(data.ignore !== undefined){
if(!(validate40(data.ignore, {instancePath:instancePath+"/ignore",parentData:data,parentDataProperty:"ignore",rootData}))){
vErrors = joinErrors(vErrors, validate40.errors);
errors = vErrors.length;
}
}
if(data.protect !== undefined){
if(!(validate42(data.protect, {instancePath:instancePath+"/protect",parentData:data,parentDataProperty:"protect",rootData}))){
vErrors = joinErrors(vErrors, validate42.errors);
errors = vErrors.length;
}
}
if(data.acknowledge !== undefined){
if(!(validate44(data.acknowledge, {instancePath:instancePath+"/acknowledge",parentData:data,parentDataProperty:"acknowledge",rootData}))){
vErrors = joinErrors(vErrors, validate44.errors);
errors = vErrors.length;
}
}
if(data.checks !== undefined){
if(!(validate46(data.checks, {instancePath:instancePath+"/checks",parentData:data,parentDataProperty:"checks",rootData}))){
vErrors = joinErrors(vErrors, validate46.errors);
errors = vErrors.length;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},parentSchema:schema22};
(vErrors ??= []).push(err7);
errors++;
}
validate51.errors = vErrors;
return errors === 0;
}


function validate50(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((!(data && typeof data == "object" && !Array.isArray(data))) && (data !== null)){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema21.type},parentSchema:schema21};
(vErrors ??= []).push(err0);
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
const _errs1 = errors;
if(typeof key0 === "string"){
if(!pattern6.test(key0)){
const err1 = {instancePath,schemaPath:"#/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},parentSchema:schema21.propertyNames,propertyName:key0};
(vErrors ??= []).push(err1);
errors++;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
const err2 = {instancePath,schemaPath:"#/propertyNames",keyword:"propertyNames",params:{propertyName: key0},parentSchema:schema21};
(vErrors ??= []).push(err2);
errors++;
}
}
for(const key1 in data){
if(!(validate51(data[key1], {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data,parentDataProperty:key1,rootData}))){
vErrors = joinErrors(vErrors, validate51.errors);
errors = vErrors.length;
}
}
}
validate50.errors = vErrors;
return errors === 0;
}

const schema23 = {"type":["object","null"],"additionalProperties":false,"properties":{"maxChangedPipes":{"type":["integer","string"],"minimum":0,"pattern":"^([1-9][0-9]?|100)%$","x-expected":"a whole number or a share from 1% to 100%, such as 30%"},"minPipes":{"type":"integer","minimum":0,"x-expected":"a whole number"},"unmanaged":{"x-expected":"ignore, warn or refuse","enum":["ignore","warn","refuse"]},"maxReplicaFactor":{"type":"number","minimum":1,"x-expected":"a number"},"freeze":{"$ref":"#/definitions/freeze"},"rules":{"$ref":"#/definitions/rules"},"ranges":{"$ref":"#/definitions/ranges"}}};
const pattern22 = new RegExp("^([1-9][0-9]?|100)%$", "u");
const schema24 = {"type":"array","items":{"type":"object","additionalProperties":false,"required":["reason"],"oneOf":[{"type":"object","required":["from"],"properties":{"from":true}},{"type":"object","required":["days"],"properties":{"days":true}}],"dependencies":{"from":["until"],"until":["from"],"hours":["days"]},"properties":{"from":{"type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$","x-expected":"a date such as 2026-12-20"},"until":{"type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$","x-expected":"a date such as 2027-01-02"},"days":{"type":"array","minItems":1,"items":{"x-expected":"mon, tue, wed, thu, fri, sat or sun","enum":["mon","tue","wed","thu","fri","sat","sun"]}},"hours":{"type":"string","pattern":"^([01][0-9]|2[0-3]):[0-5][0-9]-(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$","x-expected":"hours such as 16:00-08:00"},"timezone":{"type":"string","pattern":"^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$","x-expected":"a time zone such as Europe/Berlin"},"reason":{"type":"string","pattern":"\\S","x-expected":"a reason in words"}}}};
const pattern25 = new RegExp("^([01][0-9]|2[0-3]):[0-5][0-9]-(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$", "u");
const pattern26 = new RegExp("^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$", "u");

function validate63(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
const _errs3 = errors;
let valid2 = false;
let passing0 = null;
const _errs4 = errors;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.from === undefined){
const err0 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/oneOf/0/required",keyword:"required",params:{missingProperty: "from"},parentSchema:schema24.items.oneOf[0]};
(vErrors ??= []).push(err0);
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/oneOf/0/type",keyword:"type",params:{type: "object"},parentSchema:schema24.items.oneOf[0]};
(vErrors ??= []).push(err1);
errors++;
}
var _valid0 = _errs4 === errors;
if(_valid0){
valid2 = true;
passing0 = 0;
}
const _errs6 = errors;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.days === undefined){
const err2 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/oneOf/1/required",keyword:"required",params:{missingProperty: "days"},parentSchema:schema24.items.oneOf[1]};
(vErrors ??= []).push(err2);
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/oneOf/1/type",keyword:"type",params:{type: "object"},parentSchema:schema24.items.oneOf[1]};
(vErrors ??= []).push(err3);
errors++;
}
var _valid0 = _errs6 === errors;
if(_valid0 && valid2){
valid2 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid2 = true;
passing0 = 1;
}
}
if(!valid2){
const err4 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},parentSchema:schema24.items};
(vErrors ??= []).push(err4);
errors++;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.reason === undefined){
const err5 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/required",keyword:"required",params:{missingProperty: "reason"},parentSchema:schema24.items};
(vErrors ??= []).push(err5);
errors++;
}
for(const key0 in data0){
if(!((((((key0 === "from") || (key0 === "until")) || (key0 === "days")) || (key0 === "hours")) || (key0 === "timezone")) || (key0 === "reason"))){
const err6 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema24.items};
(vErrors ??= []).push(err6);
errors++;
}
}
if(data0.from !== undefined){
if(data0.until === undefined){
const err7 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/dependencies",keyword:"dependencies",params:{property: "from",
    missingProperty: "until",
    depsCount: 1,
    deps: "until"},parentSchema:schema24.items};
(vErrors ??= []).push(err7);
errors++;
}
}
if(data0.until !== undefined){
if(data0.from === undefined){
const err8 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/dependencies",keyword:"dependencies",params:{property: "until",
    missingProperty: "from",
    depsCount: 1,
    deps: "from"},parentSchema:schema24.items};
(vErrors ??= []).push(err8);
errors++;
}
}
if(data0.hours !== undefined){
if(data0.days === undefined){
const err9 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/dependencies",keyword:"dependencies",params:{property: "hours",
    missingProperty: "days",
    depsCount: 1,
    deps: "days"},parentSchema:schema24.items};
(vErrors ??= []).push(err9);
errors++;
}
}
if(data0.from !== undefined){
let data1 = data0.from;
if(typeof data1 === "string"){
if(!pattern18.test(data1)){
const err10 = {instancePath:instancePath+"/" + i0+"/from",schemaPath:"#/items/properties/from/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},parentSchema:schema24.items.properties.from};
(vErrors ??= []).push(err10);
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/" + i0+"/from",schemaPath:"#/items/properties/from/type",keyword:"type",params:{type: "string"},parentSchema:schema24.items.properties.from};
(vErrors ??= []).push(err11);
errors++;
}
}
if(data0.until !== undefined){
let data2 = data0.until;
if(typeof data2 === "string"){
if(!pattern18.test(data2)){
const err12 = {instancePath:instancePath+"/" + i0+"/until",schemaPath:"#/items/properties/until/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},parentSchema:schema24.items.properties.until};
(vErrors ??= []).push(err12);
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/" + i0+"/until",schemaPath:"#/items/properties/until/type",keyword:"type",params:{type: "string"},parentSchema:schema24.items.properties.until};
(vErrors ??= []).push(err13);
errors++;
}
}
if(data0.days !== undefined){
let data3 = data0.days;
if(Array.isArray(data3)){
if(data3.length < 1){
const err14 = {instancePath:instancePath+"/" + i0+"/days",schemaPath:"#/items/properties/days/minItems",keyword:"minItems",params:{limit: 1},parentSchema:schema24.items.properties.days};
(vErrors ??= []).push(err14);
errors++;
}
const len1 = data3.length;
for(let i1=0; i1<len1; i1++){
let data4 = data3[i1];
if(!(((((((data4 === "mon") || (data4 === "tue")) || (data4 === "wed")) || (data4 === "thu")) || (data4 === "fri")) || (data4 === "sat")) || (data4 === "sun"))){
const err15 = {instancePath:instancePath+"/" + i0+"/days/" + i1,schemaPath:"#/items/properties/days/items/enum",keyword:"enum",params:{allowedValues: schema24.items.properties.days.items.enum},parentSchema:schema24.items.properties.days.items};
(vErrors ??= []).push(err15);
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/" + i0+"/days",schemaPath:"#/items/properties/days/type",keyword:"type",params:{type: "array"},parentSchema:schema24.items.properties.days};
(vErrors ??= []).push(err16);
errors++;
}
}
if(data0.hours !== undefined){
let data5 = data0.hours;
if(typeof data5 === "string"){
if(!pattern25.test(data5)){
const err17 = {instancePath:instancePath+"/" + i0+"/hours",schemaPath:"#/items/properties/hours/pattern",keyword:"pattern",params:{pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]-(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$"},parentSchema:schema24.items.properties.hours};
(vErrors ??= []).push(err17);
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/" + i0+"/hours",schemaPath:"#/items/properties/hours/type",keyword:"type",params:{type: "string"},parentSchema:schema24.items.properties.hours};
(vErrors ??= []).push(err18);
errors++;
}
}
if(data0.timezone !== undefined){
let data6 = data0.timezone;
if(typeof data6 === "string"){
if(!pattern26.test(data6)){
const err19 = {instancePath:instancePath+"/" + i0+"/timezone",schemaPath:"#/items/properties/timezone/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$"},parentSchema:schema24.items.properties.timezone};
(vErrors ??= []).push(err19);
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/" + i0+"/timezone",schemaPath:"#/items/properties/timezone/type",keyword:"type",params:{type: "string"},parentSchema:schema24.items.properties.timezone};
(vErrors ??= []).push(err20);
errors++;
}
}
if(data0.reason !== undefined){
let data7 = data0.reason;
if(typeof data7 === "string"){
if(!pattern8.test(data7)){
const err21 = {instancePath:instancePath+"/" + i0+"/reason",schemaPath:"#/items/properties/reason/pattern",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema24.items.properties.reason};
(vErrors ??= []).push(err21);
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/" + i0+"/reason",schemaPath:"#/items/properties/reason/type",keyword:"type",params:{type: "string"},parentSchema:schema24.items.properties.reason};
(vErrors ??= []).push(err22);
errors++;
}
}
}
else {
const err23 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/type",keyword:"type",params:{type: "object"},parentSchema:schema24.items};
(vErrors ??= []).push(err23);
errors++;
}
}
}
else {
const err24 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},parentSchema:schema24};
(vErrors ??= []).push(err24);
errors++;
}
validate63.errors = vErrors;
return errors === 0;
}

const schema25 = {"type":"array","items":{"type":"object","additionalProperties":false,"required":["name","when","level","message"],"properties":{"name":{"type":"string","pattern":"^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$","x-expected":"a name such as no-big-jumps"},"when":{"type":"string","pattern":"\\S","x-expected":"an expression"},"level":{"x-expected":"warn or refuse","enum":["warn","refuse"]},"message":{"type":"string","pattern":"\\S","x-expected":"a message in words"},"except":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["pipe","until","reason"],"properties":{"pipe":{"type":"string"},"until":{"type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$","x-expected":"a date such as 2026-12-31"},"reason":{"type":"string","pattern":"\\S","x-expected":"a reason in words"}}}}}}};

function validate65(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.name === undefined){
const err0 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/required",keyword:"required",params:{missingProperty: "name"},parentSchema:schema25.items};
(vErrors ??= []).push(err0);
errors++;
}
if(data0.when === undefined){
const err1 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/required",keyword:"required",params:{missingProperty: "when"},parentSchema:schema25.items};
(vErrors ??= []).push(err1);
errors++;
}
if(data0.level === undefined){
const err2 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/required",keyword:"required",params:{missingProperty: "level"},parentSchema:schema25.items};
(vErrors ??= []).push(err2);
errors++;
}
if(data0.message === undefined){
const err3 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/required",keyword:"required",params:{missingProperty: "message"},parentSchema:schema25.items};
(vErrors ??= []).push(err3);
errors++;
}
for(const key0 in data0){
if(!(((((key0 === "name") || (key0 === "when")) || (key0 === "level")) || (key0 === "message")) || (key0 === "except"))){
const err4 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema25.items};
(vErrors ??= []).push(err4);
errors++;
}
}
if(data0.name !== undefined){
let data1 = data0.name;
if(typeof data1 === "string"){
if(!pattern6.test(data1)){
const err5 = {instancePath:instancePath+"/" + i0+"/name",schemaPath:"#/items/properties/name/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},parentSchema:schema25.items.properties.name};
(vErrors ??= []).push(err5);
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/" + i0+"/name",schemaPath:"#/items/properties/name/type",keyword:"type",params:{type: "string"},parentSchema:schema25.items.properties.name};
(vErrors ??= []).push(err6);
errors++;
}
}
if(data0.when !== undefined){
let data2 = data0.when;
if(typeof data2 === "string"){
if(!pattern8.test(data2)){
const err7 = {instancePath:instancePath+"/" + i0+"/when",schemaPath:"#/items/properties/when/pattern",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema25.items.properties.when};
(vErrors ??= []).push(err7);
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/" + i0+"/when",schemaPath:"#/items/properties/when/type",keyword:"type",params:{type: "string"},parentSchema:schema25.items.properties.when};
(vErrors ??= []).push(err8);
errors++;
}
}
if(data0.level !== undefined){
let data3 = data0.level;
if(!((data3 === "warn") || (data3 === "refuse"))){
const err9 = {instancePath:instancePath+"/" + i0+"/level",schemaPath:"#/items/properties/level/enum",keyword:"enum",params:{allowedValues: schema25.items.properties.level.enum},parentSchema:schema25.items.properties.level};
(vErrors ??= []).push(err9);
errors++;
}
}
if(data0.message !== undefined){
let data4 = data0.message;
if(typeof data4 === "string"){
if(!pattern8.test(data4)){
const err10 = {instancePath:instancePath+"/" + i0+"/message",schemaPath:"#/items/properties/message/pattern",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema25.items.properties.message};
(vErrors ??= []).push(err10);
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/" + i0+"/message",schemaPath:"#/items/properties/message/type",keyword:"type",params:{type: "string"},parentSchema:schema25.items.properties.message};
(vErrors ??= []).push(err11);
errors++;
}
}
if(data0.except !== undefined){
let data5 = data0.except;
if(Array.isArray(data5)){
const len1 = data5.length;
for(let i1=0; i1<len1; i1++){
let data6 = data5[i1];
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.pipe === undefined){
const err12 = {instancePath:instancePath+"/" + i0+"/except/" + i1,schemaPath:"#/items/properties/except/items/required",keyword:"required",params:{missingProperty: "pipe"},parentSchema:schema25.items.properties.except.items};
(vErrors ??= []).push(err12);
errors++;
}
if(data6.until === undefined){
const err13 = {instancePath:instancePath+"/" + i0+"/except/" + i1,schemaPath:"#/items/properties/except/items/required",keyword:"required",params:{missingProperty: "until"},parentSchema:schema25.items.properties.except.items};
(vErrors ??= []).push(err13);
errors++;
}
if(data6.reason === undefined){
const err14 = {instancePath:instancePath+"/" + i0+"/except/" + i1,schemaPath:"#/items/properties/except/items/required",keyword:"required",params:{missingProperty: "reason"},parentSchema:schema25.items.properties.except.items};
(vErrors ??= []).push(err14);
errors++;
}
for(const key1 in data6){
if(!(((key1 === "pipe") || (key1 === "until")) || (key1 === "reason"))){
const err15 = {instancePath:instancePath+"/" + i0+"/except/" + i1,schemaPath:"#/items/properties/except/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},parentSchema:schema25.items.properties.except.items};
(vErrors ??= []).push(err15);
errors++;
}
}
if(data6.pipe !== undefined){
let data7 = data6.pipe;
if(typeof data7 !== "string"){
const err16 = {instancePath:instancePath+"/" + i0+"/except/" + i1+"/pipe",schemaPath:"#/items/properties/except/items/properties/pipe/type",keyword:"type",params:{type: "string"},parentSchema:schema25.items.properties.except.items.properties.pipe};
(vErrors ??= []).push(err16);
errors++;
}
}
if(data6.until !== undefined){
let data8 = data6.until;
if(typeof data8 === "string"){
if(!pattern18.test(data8)){
const err17 = {instancePath:instancePath+"/" + i0+"/except/" + i1+"/until",schemaPath:"#/items/properties/except/items/properties/until/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},parentSchema:schema25.items.properties.except.items.properties.until};
(vErrors ??= []).push(err17);
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/" + i0+"/except/" + i1+"/until",schemaPath:"#/items/properties/except/items/properties/until/type",keyword:"type",params:{type: "string"},parentSchema:schema25.items.properties.except.items.properties.until};
(vErrors ??= []).push(err18);
errors++;
}
}
if(data6.reason !== undefined){
let data9 = data6.reason;
if(typeof data9 === "string"){
if(!pattern8.test(data9)){
const err19 = {instancePath:instancePath+"/" + i0+"/except/" + i1+"/reason",schemaPath:"#/items/properties/except/items/properties/reason/pattern",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema25.items.properties.except.items.properties.reason};
(vErrors ??= []).push(err19);
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/" + i0+"/except/" + i1+"/reason",schemaPath:"#/items/properties/except/items/properties/reason/type",keyword:"type",params:{type: "string"},parentSchema:schema25.items.properties.except.items.properties.reason};
(vErrors ??= []).push(err20);
errors++;
}
}
}
else {
const err21 = {instancePath:instancePath+"/" + i0+"/except/" + i1,schemaPath:"#/items/properties/except/items/type",keyword:"type",params:{type: "object"},parentSchema:schema25.items.properties.except.items};
(vErrors ??= []).push(err21);
errors++;
}
}
}
else {
const err22 = {instancePath:instancePath+"/" + i0+"/except",schemaPath:"#/items/properties/except/type",keyword:"type",params:{type: "array"},parentSchema:schema25.items.properties.except};
(vErrors ??= []).push(err22);
errors++;
}
}
}
else {
const err23 = {instancePath:instancePath+"/" + i0,schemaPath:"#/items/type",keyword:"type",params:{type: "object"},parentSchema:schema25.items};
(vErrors ??= []).push(err23);
errors++;
}
}
}
else {
const err24 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},parentSchema:schema25};
(vErrors ??= []).push(err24);
errors++;
}
validate65.errors = vErrors;
return errors === 0;
}

const schema26 = {"type":["object","null"],"additionalProperties":false,"properties":{"settings.streaming_max_insert_wait_ms":{"$ref":"#/definitions/rangeOfMilliseconds"},"settings.object_storage_concurrency":{"$ref":"#/definitions/range"},"settings.object_storage_polling_interval_ms":{"$ref":"#/definitions/rangeOfMilliseconds"},"settings.object_storage_max_insert_bytes":{"$ref":"#/definitions/rangeOfBytes"},"settings.object_storage_max_file_count":{"$ref":"#/definitions/range"},"settings.db_max_threads":{"$ref":"#/definitions/range"},"settings.db_max_insert_threads":{"$ref":"#/definitions/range"},"settings.db_min_insert_block_size_bytes":{"$ref":"#/definitions/rangeOfBytes"},"settings.db_max_download_threads":{"$ref":"#/definitions/range"},"settings.db_parallel_distributed_insert_select":{"$ref":"#/definitions/range"},"scaling.replicas":{"$ref":"#/definitions/range"},"scaling.concurrency":{"$ref":"#/definitions/range"},"scaling.replicaCpuMillicores":{"$ref":"#/definitions/range"},"scaling.replicaMemoryGb":{"$ref":"#/definitions/rangeOfGigabytes"}}};
const schema27 = {"type":"object","additionalProperties":false,"properties":{"min":{"type":["integer","string"],"pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a whole number of milliseconds or a duration such as 5s","x-unit":"milliseconds"},"max":{"type":["integer","string"],"pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a whole number of milliseconds or a duration such as 5s","x-unit":"milliseconds"}},"$comment":"A range within that of the service: `min`, `max` or both, inclusive, in milliseconds or as a duration."};

function validate68(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((key0 === "min") || (key0 === "max"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema27};
(vErrors ??= []).push(err0);
errors++;
}
}
if(data.min !== undefined){
let data0 = data.min;
if((!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))) && (typeof data0 !== "string")){
const err1 = {instancePath:instancePath+"/min",schemaPath:"#/properties/min/type",keyword:"type",params:{type: schema27.properties.min.type},parentSchema:schema27.properties.min};
(vErrors ??= []).push(err1);
errors++;
}
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err2 = {instancePath:instancePath+"/min",schemaPath:"#/properties/min/pattern",keyword:"pattern",params:{pattern: "^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$"},parentSchema:schema27.properties.min};
(vErrors ??= []).push(err2);
errors++;
}
}
}
if(data.max !== undefined){
let data1 = data.max;
if((!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))) && (typeof data1 !== "string")){
const err3 = {instancePath:instancePath+"/max",schemaPath:"#/properties/max/type",keyword:"type",params:{type: schema27.properties.max.type},parentSchema:schema27.properties.max};
(vErrors ??= []).push(err3);
errors++;
}
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err4 = {instancePath:instancePath+"/max",schemaPath:"#/properties/max/pattern",keyword:"pattern",params:{pattern: "^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$"},parentSchema:schema27.properties.max};
(vErrors ??= []).push(err4);
errors++;
}
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},parentSchema:schema27};
(vErrors ??= []).push(err5);
errors++;
}
validate68.errors = vErrors;
return errors === 0;
}

const schema28 = {"type":"object","additionalProperties":false,"properties":{"min":{"type":"integer","x-expected":"a whole number","x-unit":"count"},"max":{"type":"integer","x-expected":"a whole number","x-unit":"count"}},"$comment":"A range within that of the service: `min`, `max` or both, inclusive."};

function validate70(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((key0 === "min") || (key0 === "max"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema28};
(vErrors ??= []).push(err0);
errors++;
}
}
if(data.min !== undefined){
let data0 = data.min;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/min",schemaPath:"#/properties/min/type",keyword:"type",params:{type: "integer"},parentSchema:schema28.properties.min};
(vErrors ??= []).push(err1);
errors++;
}
}
if(data.max !== undefined){
let data1 = data.max;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err2 = {instancePath:instancePath+"/max",schemaPath:"#/properties/max/type",keyword:"type",params:{type: "integer"},parentSchema:schema28.properties.max};
(vErrors ??= []).push(err2);
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},parentSchema:schema28};
(vErrors ??= []).push(err3);
errors++;
}
validate70.errors = vErrors;
return errors === 0;
}

const schema29 = {"type":"object","additionalProperties":false,"properties":{"min":{"type":["integer","string"],"pattern":"^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$","x-expected":"a whole number of bytes or a size such as 64MiB","x-unit":"bytes"},"max":{"type":["integer","string"],"pattern":"^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$","x-expected":"a whole number of bytes or a size such as 64MiB","x-unit":"bytes"}},"$comment":"A range within that of the service: `min`, `max` or both, inclusive, in bytes or as a size."};

function validate73(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((key0 === "min") || (key0 === "max"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema29};
(vErrors ??= []).push(err0);
errors++;
}
}
if(data.min !== undefined){
let data0 = data.min;
if((!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))) && (typeof data0 !== "string")){
const err1 = {instancePath:instancePath+"/min",schemaPath:"#/properties/min/type",keyword:"type",params:{type: schema29.properties.min.type},parentSchema:schema29.properties.min};
(vErrors ??= []).push(err1);
errors++;
}
if(typeof data0 === "string"){
if(!pattern12.test(data0)){
const err2 = {instancePath:instancePath+"/min",schemaPath:"#/properties/min/pattern",keyword:"pattern",params:{pattern: "^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$"},parentSchema:schema29.properties.min};
(vErrors ??= []).push(err2);
errors++;
}
}
}
if(data.max !== undefined){
let data1 = data.max;
if((!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))) && (typeof data1 !== "string")){
const err3 = {instancePath:instancePath+"/max",schemaPath:"#/properties/max/type",keyword:"type",params:{type: schema29.properties.max.type},parentSchema:schema29.properties.max};
(vErrors ??= []).push(err3);
errors++;
}
if(typeof data1 === "string"){
if(!pattern12.test(data1)){
const err4 = {instancePath:instancePath+"/max",schemaPath:"#/properties/max/pattern",keyword:"pattern",params:{pattern: "^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$"},parentSchema:schema29.properties.max};
(vErrors ??= []).push(err4);
errors++;
}
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},parentSchema:schema29};
(vErrors ??= []).push(err5);
errors++;
}
validate73.errors = vErrors;
return errors === 0;
}

const schema30 = {"type":"object","additionalProperties":false,"properties":{"min":{"type":"number","x-expected":"a number","x-unit":"gigabytes"},"max":{"type":"number","x-expected":"a number","x-unit":"gigabytes"}},"$comment":"A range within that of the service: `min`, `max` or both, inclusive, in GB."};

function validate84(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((key0 === "min") || (key0 === "max"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema30};
(vErrors ??= []).push(err0);
errors++;
}
}
if(data.min !== undefined){
let data0 = data.min;
if(!((typeof data0 == "number") && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/min",schemaPath:"#/properties/min/type",keyword:"type",params:{type: "number"},parentSchema:schema30.properties.min};
(vErrors ??= []).push(err1);
errors++;
}
}
if(data.max !== undefined){
let data1 = data.max;
if(!((typeof data1 == "number") && (isFinite(data1)))){
const err2 = {instancePath:instancePath+"/max",schemaPath:"#/properties/max/type",keyword:"type",params:{type: "number"},parentSchema:schema30.properties.max};
(vErrors ??= []).push(err2);
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},parentSchema:schema30};
(vErrors ??= []).push(err3);
errors++;
}
validate84.errors = vErrors;
return errors === 0;
}


function validate67(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((!(data && typeof data == "object" && !Array.isArray(data))) && (data !== null)){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema26.type},parentSchema:schema26};
(vErrors ??= []).push(err0);
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func2.call(schema26.properties, key0))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema26};
(vErrors ??= []).push(err1);
errors++;
}
}
if(data["settings.streaming_max_insert_wait_ms"] !== undefined){
if(!(validate68(data["settings.streaming_max_insert_wait_ms"], {instancePath:instancePath+"/settings.streaming_max_insert_wait_ms",parentData:data,parentDataProperty:"settings.streaming_max_insert_wait_ms",rootData}))){
vErrors = joinErrors(vErrors, validate68.errors);
errors = vErrors.length;
}
}
if(data["settings.object_storage_concurrency"] !== undefined){
if(!(validate70(data["settings.object_storage_concurrency"], {instancePath:instancePath+"/settings.object_storage_concurrency",parentData:data,parentDataProperty:"settings.object_storage_concurrency",rootData}))){
vErrors = joinErrors(vErrors, validate70.errors);
errors = vErrors.length;
}
}
if(data["settings.object_storage_polling_interval_ms"] !== undefined){
if(!(validate68(data["settings.object_storage_polling_interval_ms"], {instancePath:instancePath+"/settings.object_storage_polling_interval_ms",parentData:data,parentDataProperty:"settings.object_storage_polling_interval_ms",rootData}))){
vErrors = joinErrors(vErrors, validate68.errors);
errors = vErrors.length;
}
}
if(data["settings.object_storage_max_insert_bytes"] !== undefined){
if(!(validate73(data["settings.object_storage_max_insert_bytes"], {instancePath:instancePath+"/settings.object_storage_max_insert_bytes",parentData:data,parentDataProperty:"settings.object_storage_max_insert_bytes",rootData}))){
vErrors = joinErrors(vErrors, validate73.errors);
errors = vErrors.length;
}
}
if(data["settings.object_storage_max_file_count"] !== undefined){
if(!(validate70(data["settings.object_storage_max_file_count"], {instancePath:instancePath+"/settings.object_storage_max_file_count",parentData:data,parentDataProperty:"settings.object_storage_max_file_count",rootData}))){
vErrors = joinErrors(vErrors, validate70.errors);
errors = vErrors.length;
}
}
if(data["settings.db_max_threads"] !== undefined){
if(!(validate70(data["settings.db_max_threads"], {instancePath:instancePath+"/settings.db_max_threads",parentData:data,parentDataProperty:"settings.db_max_threads",rootData}))){
vErrors = joinErrors(vErrors, validate70.errors);
errors = vErrors.length;
}
}
if(data["settings.db_max_insert_threads"] !== undefined){
if(!(validate70(data["settings.db_max_insert_threads"], {instancePath:instancePath+"/settings.db_max_insert_threads",parentData:data,parentDataProperty:"settings.db_max_insert_threads",rootData}))){
vErrors = joinErrors(vErrors, validate70.errors);
errors = vErrors.length;
}
}
if(data["settings.db_min_insert_block_size_bytes"] !== undefined){
if(!(validate73(data["settings.db_min_insert_block_size_bytes"], {instancePath:instancePath+"/settings.db_min_insert_block_size_bytes",parentData:data,parentDataProperty:"settings.db_min_insert_block_size_bytes",rootData}))){
vErrors = joinErrors(vErrors, validate73.errors);
errors = vErrors.length;
}
}
if(data["settings.db_max_download_threads"] !== undefined){
if(!(validate70(data["settings.db_max_download_threads"], {instancePath:instancePath+"/settings.db_max_download_threads",parentData:data,parentDataProperty:"settings.db_max_download_threads",rootData}))){
vErrors = joinErrors(vErrors, validate70.errors);
errors = vErrors.length;
}
}
if(data["settings.db_parallel_distributed_insert_select"] !== undefined){
if(!(validate70(data["settings.db_parallel_distributed_insert_select"], {instancePath:instancePath+"/settings.db_parallel_distributed_insert_select",parentData:data,parentDataProperty:"settings.db_parallel_distributed_insert_select",rootData}))){
vErrors = joinErrors(vErrors, validate70.errors);
errors = vErrors.length;
}
}
if(data["scaling.replicas"] !== undefined){
if(!(validate70(data["scaling.replicas"], {instancePath:instancePath+"/scaling.replicas",parentData:data,parentDataProperty:"scaling.replicas",rootData}))){
vErrors = joinErrors(vErrors, validate70.errors);
errors = vErrors.length;
}
}
if(data["scaling.concurrency"] !== undefined){
if(!(validate70(data["scaling.concurrency"], {instancePath:instancePath+"/scaling.concurrency",parentData:data,parentDataProperty:"scaling.concurrency",rootData}))){
vErrors = joinErrors(vErrors, validate70.errors);
errors = vErrors.length;
}
}
if(data["scaling.replicaCpuMillicores"] !== undefined){
if(!(validate70(data["scaling.replicaCpuMillicores"], {instancePath:instancePath+"/scaling.replicaCpuMillicores",parentData:data,parentDataProperty:"scaling.replicaCpuMillicores",rootData}))){
vErrors = joinErrors(vErrors, validate70.errors);
errors = vErrors.length;
}
}
if(data["scaling.replicaMemoryGb"] !== undefined){
if(!(validate84(data["scaling.replicaMemoryGb"], {instancePath:instancePath+"/scaling.replicaMemoryGb",parentData:data,parentDataProperty:"scaling.replicaMemoryGb",rootData}))){
vErrors = joinErrors(vErrors, validate84.errors);
errors = vErrors.length;
}
}
}
validate67.errors = vErrors;
return errors === 0;
}


function validate62(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((!(data && typeof data == "object" && !Array.isArray(data))) && (data !== null)){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema23.type},parentSchema:schema23};
(vErrors ??= []).push(err0);
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((((((key0 === "maxChangedPipes") || (key0 === "minPipes")) || (key0 === "unmanaged")) || (key0 === "maxReplicaFactor")) || (key0 === "freeze")) || (key0 === "rules")) || (key0 === "ranges"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema23};
(vErrors ??= []).push(err1);
errors++;
}
}
if(data.maxChangedPipes !== undefined){
let data0 = data.maxChangedPipes;
if((!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))) && (typeof data0 !== "string")){
const err2 = {instancePath:instancePath+"/maxChangedPipes",schemaPath:"#/properties/maxChangedPipes/type",keyword:"type",params:{type: schema23.properties.maxChangedPipes.type},parentSchema:schema23.properties.maxChangedPipes};
(vErrors ??= []).push(err2);
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 < 0 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/maxChangedPipes",schemaPath:"#/properties/maxChangedPipes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema23.properties.maxChangedPipes};
(vErrors ??= []).push(err3);
errors++;
}
}
if(typeof data0 === "string"){
if(!pattern22.test(data0)){
const err4 = {instancePath:instancePath+"/maxChangedPipes",schemaPath:"#/properties/maxChangedPipes/pattern",keyword:"pattern",params:{pattern: "^([1-9][0-9]?|100)%$"},parentSchema:schema23.properties.maxChangedPipes};
(vErrors ??= []).push(err4);
errors++;
}
}
}
if(data.minPipes !== undefined){
let data1 = data.minPipes;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err5 = {instancePath:instancePath+"/minPipes",schemaPath:"#/properties/minPipes/type",keyword:"type",params:{type: "integer"},parentSchema:schema23.properties.minPipes};
(vErrors ??= []).push(err5);
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < 0 || isNaN(data1)){
const err6 = {instancePath:instancePath+"/minPipes",schemaPath:"#/properties/minPipes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema23.properties.minPipes};
(vErrors ??= []).push(err6);
errors++;
}
}
}
if(data.unmanaged !== undefined){
let data2 = data.unmanaged;
if(!(((data2 === "ignore") || (data2 === "warn")) || (data2 === "refuse"))){
const err7 = {instancePath:instancePath+"/unmanaged",schemaPath:"#/properties/unmanaged/enum",keyword:"enum",params:{allowedValues: schema23.properties.unmanaged.enum},parentSchema:schema23.properties.unmanaged};
(vErrors ??= []).push(err7);
errors++;
}
}
if(data.maxReplicaFactor !== undefined){
let data3 = data.maxReplicaFactor;
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 < 1 || isNaN(data3)){
const err8 = {instancePath:instancePath+"/maxReplicaFactor",schemaPath:"#/properties/maxReplicaFactor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema23.properties.maxReplicaFactor};
(vErrors ??= []).push(err8);
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/maxReplicaFactor",schemaPath:"#/properties/maxReplicaFactor/type",keyword:"type",params:{type: "number"},parentSchema:schema23.properties.maxReplicaFactor};
(vErrors ??= []).push(err9);
errors++;
}
}
if(data.freeze !== undefined){
if(!(validate63(data.freeze, {instancePath:instancePath+"/freeze",parentData:data,parentDataProperty:"freeze",rootData}))){
vErrors = joinErrors(vErrors, validate63.errors);
errors = vErrors.length;
}
}
if(data.rules !== undefined){
if(!(validate65(data.rules, {instancePath:instancePath+"/rules",parentData:data,parentDataProperty:"rules",rootData}))){
vErrors = joinErrors(vErrors, validate65.errors);
errors = vErrors.length;
}
}
if(data.ranges !== undefined){
if(!(validate67(data.ranges, {instancePath:instancePath+"/ranges",parentData:data,parentDataProperty:"ranges",rootData}))){
vErrors = joinErrors(vErrors, validate67.errors);
errors = vErrors.length;
}
}
}
validate62.errors = vErrors;
return errors === 0;
}

const schema31 = {"type":["object","null"],"propertyNames":{"pattern":"^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},"additionalProperties":{"$ref":"#/definitions/check"},"x-names":"check"};
const schema32 = {"type":"object","additionalProperties":false,"oneOf":[{"type":"object","required":["series"],"properties":{"series":true}},{"type":"object","required":["alert"],"properties":{"alert":true}}],"dependencies":{"series":["window","granularity","reduce","pass"],"window":["series"],"granularity":["series"],"reduce":["series"],"pass":["series"],"unit":["series"],"alert":["state"],"state":["alert"],"definition":["alert"]},"properties":{"series":{"type":"object","additionalProperties":false,"required":["sourceId","aggFn","where"],"properties":{"sourceId":{"type":"string","pattern":"\\S","x-expected":"the id of a source"},"aggFn":{"type":"string","pattern":"\\S","x-expected":"the name of an aggregation such as max"},"where":{"type":"string"},"groupBy":{"type":"array","items":{"type":"string"}}}},"window":{"type":"string","pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a duration such as 15m"},"granularity":{"x-expected":"one of 30s, 1m, 5m, 10m, 15m, 30m, 1h, 2h, 6h, 12h, 1d, 2d, 7d, 30d, auto","enum":["30s","1m","5m","10m","15m","30m","1h","2h","6h","12h","1d","2d","7d","30d","auto"]},"reduce":{"x-expected":"one of min, max, avg, sum, last","enum":["min","max","avg","sum","last"]},"pass":{"type":"string","pattern":"^ *(<=|>=|==|!=|<|>) *-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)? *$","x-expected":"a condition such as \"< 10000\""},"unit":{"type":"string","pattern":"^(?!\\s)[^\\p{C}\\p{Zl}\\p{Zp}]{1,20}$","x-expected":"a unit of at most 20 characters, such as messages"},"alert":{"type":"string","pattern":"\\S","x-expected":"the id of an alert"},"state":{"type":"string","pattern":"\\S","x-expected":"the name of a state such as OK"},"definition":{"type":"object","additionalProperties":false,"properties":{"threshold":{"type":"number","x-expected":"a number"},"thresholdType":{"type":"string","pattern":"\\S","x-expected":"the name of a comparison such as above"},"interval":{"type":"string","pattern":"\\S","x-expected":"an interval such as 5m"}}}}};
const pattern41 = new RegExp("^ *(<=|>=|==|!=|<|>) *-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)? *$", "u");
const pattern42 = new RegExp("^(?!\\s)[^\\p{C}\\p{Zl}\\p{Zp}]{1,20}$", "u");

function validate89(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = false;
let passing0 = null;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.series === undefined){
const err0 = {instancePath,schemaPath:"#/oneOf/0/required",keyword:"required",params:{missingProperty: "series"},parentSchema:schema32.oneOf[0]};
(vErrors ??= []).push(err0);
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/oneOf/0/type",keyword:"type",params:{type: "object"},parentSchema:schema32.oneOf[0]};
(vErrors ??= []).push(err1);
errors++;
}
var _valid0 = _errs2 === errors;
if(_valid0){
valid0 = true;
passing0 = 0;
}
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.alert === undefined){
const err2 = {instancePath,schemaPath:"#/oneOf/1/required",keyword:"required",params:{missingProperty: "alert"},parentSchema:schema32.oneOf[1]};
(vErrors ??= []).push(err2);
errors++;
}
}
else {
const err3 = {instancePath,schemaPath:"#/oneOf/1/type",keyword:"type",params:{type: "object"},parentSchema:schema32.oneOf[1]};
(vErrors ??= []).push(err3);
errors++;
}
var _valid0 = _errs4 === errors;
if(_valid0 && valid0){
valid0 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid0 = true;
passing0 = 1;
}
}
if(!valid0){
const err4 = {instancePath,schemaPath:"#/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},parentSchema:schema32};
(vErrors ??= []).push(err4);
errors++;
}
else {
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func2.call(schema32.properties, key0))){
const err5 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema32};
(vErrors ??= []).push(err5);
errors++;
}
}
if(data.series !== undefined){
if(data.window === undefined){
const err6 = {instancePath,schemaPath:"#/dependencies",keyword:"dependencies",params:{property: "series",
    missingProperty: "window",
    depsCount: 4,
    deps: "window, granularity, reduce, pass"},parentSchema:schema32};
(vErrors ??= []).push(err6);
errors++;
}
if(data.granularity === undefined){
const err7 = {instancePath,schemaPath:"#/dependencies",keyword:"dependencies",params:{property: "series",
    missingProperty: "granularity",
    depsCount: 4,
    deps: "window, granularity, reduce, pass"},parentSchema:schema32};
(vErrors ??= []).push(err7);
errors++;
}
if(data.reduce === undefined){
const err8 = {instancePath,schemaPath:"#/dependencies",keyword:"dependencies",params:{property: "series",
    missingProperty: "reduce",
    depsCount: 4,
    deps: "window, granularity, reduce, pass"},parentSchema:schema32};
(vErrors ??= []).push(err8);
errors++;
}
if(data.pass === undefined){
const err9 = {instancePath,schemaPath:"#/dependencies",keyword:"dependencies",params:{property: "series",
    missingProperty: "pass",
    depsCount: 4,
    deps: "window, granularity, reduce, pass"},parentSchema:schema32};
(vErrors ??= []).push(err9);
errors++;
}
}
if(data.window !== undefined){
if(data.series === undefined){
const err10 = {instancePath,schemaPath:"#/dependencies",keyword:"dependencies",params:{property: "window",
    missingProperty: "series",
    depsCount: 1,
    deps: "series"},parentSchema:schema32};
(vErrors ??= []).push(err10);
errors++;
}
}
if(data.granularity !== undefined){
if(data.series === undefined){
const err11 = {instancePath,schemaPath:"#/dependencies",keyword:"dependencies",params:{property: "granularity",
    missingProperty: "series",
    depsCount: 1,
    deps: "series"},parentSchema:schema32};
(vErrors ??= []).push(err11);
errors++;
}
}
if(data.reduce !== undefined){
if(data.series === undefined){
const err12 = {instancePath,schemaPath:"#/dependencies",keyword:"dependencies",params:{property: "reduce",
    missingProperty: "series",
    depsCount: 1,
    deps: "series"},parentSchema:schema32};
(vErrors ??= []).push(err12);
errors++;
}
}
if(data.pass !== undefined){
if(data.series === undefined){
const err13 = {instancePath,schemaPath:"#/dependencies",keyword:"dependencies",params:{property: "pass",
    missingProperty: "series",
    depsCount: 1,
    deps: "series"},parentSchema:schema32};
(vErrors ??= []).push(err13);
errors++;
}
}
if(data.unit !== undefined){
if(data.series === undefined){
const err14 = {instancePath,schemaPath:"#/dependencies",keyword:"dependencies",params:{property: "unit",
    missingProperty: "series",
    depsCount: 1,
    deps: "series"},parentSchema:schema32};
(vErrors ??= []).push(err14);
errors++;
}
}
if(data.alert !== undefined){
if(data.state === undefined){
const err15 = {instancePath,schemaPath:"#/dependencies",keyword:"dependencies",params:{property: "alert",
    missingProperty: "state",
    depsCount: 1,
    deps: "state"},parentSchema:schema32};
(vErrors ??= []).push(err15);
errors++;
}
}
if(data.state !== undefined){
if(data.alert === undefined){
const err16 = {instancePath,schemaPath:"#/dependencies",keyword:"dependencies",params:{property: "state",
    missingProperty: "alert",
    depsCount: 1,
    deps: "alert"},parentSchema:schema32};
(vErrors ??= []).push(err16);
errors++;
}
}
if(data.definition !== undefined){
if(data.alert === undefined){
const err17 = {instancePath,schemaPath:"#/dependencies",keyword:"dependencies",params:{property: "definition",
    missingProperty: "alert",
    depsCount: 1,
    deps: "alert"},parentSchema:schema32};
(vErrors ??= []).push(err17);
errors++;
}
}
if(data.series !== undefined){
let data0 = data.series;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.sourceId === undefined){
const err18 = {instancePath:instancePath+"/series",schemaPath:"#/properties/series/required",keyword:"required",params:{missingProperty: "sourceId"},parentSchema:schema32.properties.series};
(vErrors ??= []).push(err18);
errors++;
}
if(data0.aggFn === undefined){
const err19 = {instancePath:instancePath+"/series",schemaPath:"#/properties/series/required",keyword:"required",params:{missingProperty: "aggFn"},parentSchema:schema32.properties.series};
(vErrors ??= []).push(err19);
errors++;
}
if(data0.where === undefined){
const err20 = {instancePath:instancePath+"/series",schemaPath:"#/properties/series/required",keyword:"required",params:{missingProperty: "where"},parentSchema:schema32.properties.series};
(vErrors ??= []).push(err20);
errors++;
}
for(const key1 in data0){
if(!((((key1 === "sourceId") || (key1 === "aggFn")) || (key1 === "where")) || (key1 === "groupBy"))){
const err21 = {instancePath:instancePath+"/series",schemaPath:"#/properties/series/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},parentSchema:schema32.properties.series};
(vErrors ??= []).push(err21);
errors++;
}
}
if(data0.sourceId !== undefined){
let data1 = data0.sourceId;
if(typeof data1 === "string"){
if(!pattern8.test(data1)){
const err22 = {instancePath:instancePath+"/series/sourceId",schemaPath:"#/properties/series/properties/sourceId/pattern",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema32.properties.series.properties.sourceId};
(vErrors ??= []).push(err22);
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/series/sourceId",schemaPath:"#/properties/series/properties/sourceId/type",keyword:"type",params:{type: "string"},parentSchema:schema32.properties.series.properties.sourceId};
(vErrors ??= []).push(err23);
errors++;
}
}
if(data0.aggFn !== undefined){
let data2 = data0.aggFn;
if(typeof data2 === "string"){
if(!pattern8.test(data2)){
const err24 = {instancePath:instancePath+"/series/aggFn",schemaPath:"#/properties/series/properties/aggFn/pattern",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema32.properties.series.properties.aggFn};
(vErrors ??= []).push(err24);
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/series/aggFn",schemaPath:"#/properties/series/properties/aggFn/type",keyword:"type",params:{type: "string"},parentSchema:schema32.properties.series.properties.aggFn};
(vErrors ??= []).push(err25);
errors++;
}
}
if(data0.where !== undefined){
let data3 = data0.where;
if(typeof data3 !== "string"){
const err26 = {instancePath:instancePath+"/series/where",schemaPath:"#/properties/series/properties/where/type",keyword:"type",params:{type: "string"},parentSchema:schema32.properties.series.properties.where};
(vErrors ??= []).push(err26);
errors++;
}
}
if(data0.groupBy !== undefined){
let data4 = data0.groupBy;
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
if(typeof data5 !== "string"){
const err27 = {instancePath:instancePath+"/series/groupBy/" + i0,schemaPath:"#/properties/series/properties/groupBy/items/type",keyword:"type",params:{type: "string"},parentSchema:schema32.properties.series.properties.groupBy.items};
(vErrors ??= []).push(err27);
errors++;
}
}
}
else {
const err28 = {instancePath:instancePath+"/series/groupBy",schemaPath:"#/properties/series/properties/groupBy/type",keyword:"type",params:{type: "array"},parentSchema:schema32.properties.series.properties.groupBy};
(vErrors ??= []).push(err28);
errors++;
}
}
}
else {
const err29 = {instancePath:instancePath+"/series",schemaPath:"#/properties/series/type",keyword:"type",params:{type: "object"},parentSchema:schema32.properties.series};
(vErrors ??= []).push(err29);
errors++;
}
}
if(data.window !== undefined){
let data6 = data.window;
if(typeof data6 === "string"){
if(!pattern4.test(data6)){
const err30 = {instancePath:instancePath+"/window",schemaPath:"#/properties/window/pattern",keyword:"pattern",params:{pattern: "^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$"},parentSchema:schema32.properties.window};
(vErrors ??= []).push(err30);
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/window",schemaPath:"#/properties/window/type",keyword:"type",params:{type: "string"},parentSchema:schema32.properties.window};
(vErrors ??= []).push(err31);
errors++;
}
}
if(data.granularity !== undefined){
let data7 = data.granularity;
if(!(((((((((((((((data7 === "30s") || (data7 === "1m")) || (data7 === "5m")) || (data7 === "10m")) || (data7 === "15m")) || (data7 === "30m")) || (data7 === "1h")) || (data7 === "2h")) || (data7 === "6h")) || (data7 === "12h")) || (data7 === "1d")) || (data7 === "2d")) || (data7 === "7d")) || (data7 === "30d")) || (data7 === "auto"))){
const err32 = {instancePath:instancePath+"/granularity",schemaPath:"#/properties/granularity/enum",keyword:"enum",params:{allowedValues: schema32.properties.granularity.enum},parentSchema:schema32.properties.granularity};
(vErrors ??= []).push(err32);
errors++;
}
}
if(data.reduce !== undefined){
let data8 = data.reduce;
if(!(((((data8 === "min") || (data8 === "max")) || (data8 === "avg")) || (data8 === "sum")) || (data8 === "last"))){
const err33 = {instancePath:instancePath+"/reduce",schemaPath:"#/properties/reduce/enum",keyword:"enum",params:{allowedValues: schema32.properties.reduce.enum},parentSchema:schema32.properties.reduce};
(vErrors ??= []).push(err33);
errors++;
}
}
if(data.pass !== undefined){
let data9 = data.pass;
if(typeof data9 === "string"){
if(!pattern41.test(data9)){
const err34 = {instancePath:instancePath+"/pass",schemaPath:"#/properties/pass/pattern",keyword:"pattern",params:{pattern: "^ *(<=|>=|==|!=|<|>) *-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)? *$"},parentSchema:schema32.properties.pass};
(vErrors ??= []).push(err34);
errors++;
}
}
else {
const err35 = {instancePath:instancePath+"/pass",schemaPath:"#/properties/pass/type",keyword:"type",params:{type: "string"},parentSchema:schema32.properties.pass};
(vErrors ??= []).push(err35);
errors++;
}
}
if(data.unit !== undefined){
let data10 = data.unit;
if(typeof data10 === "string"){
if(!pattern42.test(data10)){
const err36 = {instancePath:instancePath+"/unit",schemaPath:"#/properties/unit/pattern",keyword:"pattern",params:{pattern: "^(?!\\s)[^\\p{C}\\p{Zl}\\p{Zp}]{1,20}$"},parentSchema:schema32.properties.unit};
(vErrors ??= []).push(err36);
errors++;
}
}
else {
const err37 = {instancePath:instancePath+"/unit",schemaPath:"#/properties/unit/type",keyword:"type",params:{type: "string"},parentSchema:schema32.properties.unit};
(vErrors ??= []).push(err37);
errors++;
}
}
if(data.alert !== undefined){
let data11 = data.alert;
if(typeof data11 === "string"){
if(!pattern8.test(data11)){
const err38 = {instancePath:instancePath+"/alert",schemaPath:"#/properties/alert/pattern",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema32.properties.alert};
(vErrors ??= []).push(err38);
errors++;
}
}
else {
const err39 = {instancePath:instancePath+"/alert",schemaPath:"#/properties/alert/type",keyword:"type",params:{type: "string"},parentSchema:schema32.properties.alert};
(vErrors ??= []).push(err39);
errors++;
}
}
if(data.state !== undefined){
let data12 = data.state;
if(typeof data12 === "string"){
if(!pattern8.test(data12)){
const err40 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/pattern",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema32.properties.state};
(vErrors ??= []).push(err40);
errors++;
}
}
else {
const err41 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/type",keyword:"type",params:{type: "string"},parentSchema:schema32.properties.state};
(vErrors ??= []).push(err41);
errors++;
}
}
if(data.definition !== undefined){
let data13 = data.definition;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
for(const key2 in data13){
if(!(((key2 === "threshold") || (key2 === "thresholdType")) || (key2 === "interval"))){
const err42 = {instancePath:instancePath+"/definition",schemaPath:"#/properties/definition/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},parentSchema:schema32.properties.definition};
(vErrors ??= []).push(err42);
errors++;
}
}
if(data13.threshold !== undefined){
let data14 = data13.threshold;
if(!((typeof data14 == "number") && (isFinite(data14)))){
const err43 = {instancePath:instancePath+"/definition/threshold",schemaPath:"#/properties/definition/properties/threshold/type",keyword:"type",params:{type: "number"},parentSchema:schema32.properties.definition.properties.threshold};
(vErrors ??= []).push(err43);
errors++;
}
}
if(data13.thresholdType !== undefined){
let data15 = data13.thresholdType;
if(typeof data15 === "string"){
if(!pattern8.test(data15)){
const err44 = {instancePath:instancePath+"/definition/thresholdType",schemaPath:"#/properties/definition/properties/thresholdType/pattern",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema32.properties.definition.properties.thresholdType};
(vErrors ??= []).push(err44);
errors++;
}
}
else {
const err45 = {instancePath:instancePath+"/definition/thresholdType",schemaPath:"#/properties/definition/properties/thresholdType/type",keyword:"type",params:{type: "string"},parentSchema:schema32.properties.definition.properties.thresholdType};
(vErrors ??= []).push(err45);
errors++;
}
}
if(data13.interval !== undefined){
let data16 = data13.interval;
if(typeof data16 === "string"){
if(!pattern8.test(data16)){
const err46 = {instancePath:instancePath+"/definition/interval",schemaPath:"#/properties/definition/properties/interval/pattern",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema32.properties.definition.properties.interval};
(vErrors ??= []).push(err46);
errors++;
}
}
else {
const err47 = {instancePath:instancePath+"/definition/interval",schemaPath:"#/properties/definition/properties/interval/type",keyword:"type",params:{type: "string"},parentSchema:schema32.properties.definition.properties.interval};
(vErrors ??= []).push(err47);
errors++;
}
}
}
else {
const err48 = {instancePath:instancePath+"/definition",schemaPath:"#/properties/definition/type",keyword:"type",params:{type: "object"},parentSchema:schema32.properties.definition};
(vErrors ??= []).push(err48);
errors++;
}
}
}
else {
const err49 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},parentSchema:schema32};
(vErrors ??= []).push(err49);
errors++;
}
validate89.errors = vErrors;
return errors === 0;
}


function validate88(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((!(data && typeof data == "object" && !Array.isArray(data))) && (data !== null)){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema31.type},parentSchema:schema31};
(vErrors ??= []).push(err0);
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
const _errs1 = errors;
if(typeof key0 === "string"){
if(!pattern6.test(key0)){
const err1 = {instancePath,schemaPath:"#/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},parentSchema:schema31.propertyNames,propertyName:key0};
(vErrors ??= []).push(err1);
errors++;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
const err2 = {instancePath,schemaPath:"#/propertyNames",keyword:"propertyNames",params:{propertyName: key0},parentSchema:schema31};
(vErrors ??= []).push(err2);
errors++;
}
}
for(const key1 in data){
if(!(validate89(data[key1], {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data,parentDataProperty:key1,rootData}))){
vErrors = joinErrors(vErrors, validate89.errors);
errors = vErrors.length;
}
}
}
validate88.errors = vErrors;
return errors === 0;
}

const schema33 = {"type":"object","additionalProperties":false,"properties":{"waves":{"type":"array","items":{"type":["integer","string"],"minimum":1,"pattern":"^([1-9][0-9]?|100)%$","x-expected":"a whole number or a share from 1% to 100%, such as 25%"},"minItems":1},"before":{"type":"array","items":{"type":"string"}},"after":{"type":"array","items":{"type":"string"}},"bake":{"type":"string","pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a duration such as 5m"},"interval":{"type":"string","pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a duration such as 30s"},"count":{"type":"integer","minimum":1,"maximum":10000,"x-expected":"a whole number"},"failureLimit":{"type":"integer","minimum":0,"maximum":10000,"x-expected":"a whole number"},"inconclusiveLimit":{"type":"integer","minimum":0,"maximum":10000,"x-expected":"a whole number"},"consecutiveErrorLimit":{"type":"integer","minimum":0,"maximum":10000,"x-expected":"a whole number"},"onFailure":{"x-expected":"one of stop, rollback","enum":["stop","rollback"]}}};

function validate92(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func2.call(schema33.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema33};
(vErrors ??= []).push(err0);
errors++;
}
}
if(data.waves !== undefined){
let data0 = data.waves;
if(Array.isArray(data0)){
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/waves",schemaPath:"#/properties/waves/minItems",keyword:"minItems",params:{limit: 1},parentSchema:schema33.properties.waves};
(vErrors ??= []).push(err1);
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if((!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))) && (typeof data1 !== "string")){
const err2 = {instancePath:instancePath+"/waves/" + i0,schemaPath:"#/properties/waves/items/type",keyword:"type",params:{type: schema33.properties.waves.items.type},parentSchema:schema33.properties.waves.items};
(vErrors ??= []).push(err2);
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 < 1 || isNaN(data1)){
const err3 = {instancePath:instancePath+"/waves/" + i0,schemaPath:"#/properties/waves/items/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema33.properties.waves.items};
(vErrors ??= []).push(err3);
errors++;
}
}
if(typeof data1 === "string"){
if(!pattern22.test(data1)){
const err4 = {instancePath:instancePath+"/waves/" + i0,schemaPath:"#/properties/waves/items/pattern",keyword:"pattern",params:{pattern: "^([1-9][0-9]?|100)%$"},parentSchema:schema33.properties.waves.items};
(vErrors ??= []).push(err4);
errors++;
}
}
}
}
else {
const err5 = {instancePath:instancePath+"/waves",schemaPath:"#/properties/waves/type",keyword:"type",params:{type: "array"},parentSchema:schema33.properties.waves};
(vErrors ??= []).push(err5);
errors++;
}
}
if(data.before !== undefined){
let data2 = data.before;
if(Array.isArray(data2)){
const len1 = data2.length;
for(let i1=0; i1<len1; i1++){
let data3 = data2[i1];
if(typeof data3 !== "string"){
const err6 = {instancePath:instancePath+"/before/" + i1,schemaPath:"#/properties/before/items/type",keyword:"type",params:{type: "string"},parentSchema:schema33.properties.before.items};
(vErrors ??= []).push(err6);
errors++;
}
}
}
else {
const err7 = {instancePath:instancePath+"/before",schemaPath:"#/properties/before/type",keyword:"type",params:{type: "array"},parentSchema:schema33.properties.before};
(vErrors ??= []).push(err7);
errors++;
}
}
if(data.after !== undefined){
let data4 = data.after;
if(Array.isArray(data4)){
const len2 = data4.length;
for(let i2=0; i2<len2; i2++){
let data5 = data4[i2];
if(typeof data5 !== "string"){
const err8 = {instancePath:instancePath+"/after/" + i2,schemaPath:"#/properties/after/items/type",keyword:"type",params:{type: "string"},parentSchema:schema33.properties.after.items};
(vErrors ??= []).push(err8);
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/after",schemaPath:"#/properties/after/type",keyword:"type",params:{type: "array"},parentSchema:schema33.properties.after};
(vErrors ??= []).push(err9);
errors++;
}
}
if(data.bake !== undefined){
let data6 = data.bake;
if(typeof data6 === "string"){
if(!pattern4.test(data6)){
const err10 = {instancePath:instancePath+"/bake",schemaPath:"#/properties/bake/pattern",keyword:"pattern",params:{pattern: "^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$"},parentSchema:schema33.properties.bake};
(vErrors ??= []).push(err10);
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/bake",schemaPath:"#/properties/bake/type",keyword:"type",params:{type: "string"},parentSchema:schema33.properties.bake};
(vErrors ??= []).push(err11);
errors++;
}
}
if(data.interval !== undefined){
let data7 = data.interval;
if(typeof data7 === "string"){
if(!pattern4.test(data7)){
const err12 = {instancePath:instancePath+"/interval",schemaPath:"#/properties/interval/pattern",keyword:"pattern",params:{pattern: "^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$"},parentSchema:schema33.properties.interval};
(vErrors ??= []).push(err12);
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/interval",schemaPath:"#/properties/interval/type",keyword:"type",params:{type: "string"},parentSchema:schema33.properties.interval};
(vErrors ??= []).push(err13);
errors++;
}
}
if(data.count !== undefined){
let data8 = data.count;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err14 = {instancePath:instancePath+"/count",schemaPath:"#/properties/count/type",keyword:"type",params:{type: "integer"},parentSchema:schema33.properties.count};
(vErrors ??= []).push(err14);
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 10000 || isNaN(data8)){
const err15 = {instancePath:instancePath+"/count",schemaPath:"#/properties/count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},parentSchema:schema33.properties.count};
(vErrors ??= []).push(err15);
errors++;
}
if(data8 < 1 || isNaN(data8)){
const err16 = {instancePath:instancePath+"/count",schemaPath:"#/properties/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema33.properties.count};
(vErrors ??= []).push(err16);
errors++;
}
}
}
if(data.failureLimit !== undefined){
let data9 = data.failureLimit;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err17 = {instancePath:instancePath+"/failureLimit",schemaPath:"#/properties/failureLimit/type",keyword:"type",params:{type: "integer"},parentSchema:schema33.properties.failureLimit};
(vErrors ??= []).push(err17);
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 10000 || isNaN(data9)){
const err18 = {instancePath:instancePath+"/failureLimit",schemaPath:"#/properties/failureLimit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},parentSchema:schema33.properties.failureLimit};
(vErrors ??= []).push(err18);
errors++;
}
if(data9 < 0 || isNaN(data9)){
const err19 = {instancePath:instancePath+"/failureLimit",schemaPath:"#/properties/failureLimit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema33.properties.failureLimit};
(vErrors ??= []).push(err19);
errors++;
}
}
}
if(data.inconclusiveLimit !== undefined){
let data10 = data.inconclusiveLimit;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err20 = {instancePath:instancePath+"/inconclusiveLimit",schemaPath:"#/properties/inconclusiveLimit/type",keyword:"type",params:{type: "integer"},parentSchema:schema33.properties.inconclusiveLimit};
(vErrors ??= []).push(err20);
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 10000 || isNaN(data10)){
const err21 = {instancePath:instancePath+"/inconclusiveLimit",schemaPath:"#/properties/inconclusiveLimit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},parentSchema:schema33.properties.inconclusiveLimit};
(vErrors ??= []).push(err21);
errors++;
}
if(data10 < 0 || isNaN(data10)){
const err22 = {instancePath:instancePath+"/inconclusiveLimit",schemaPath:"#/properties/inconclusiveLimit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema33.properties.inconclusiveLimit};
(vErrors ??= []).push(err22);
errors++;
}
}
}
if(data.consecutiveErrorLimit !== undefined){
let data11 = data.consecutiveErrorLimit;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
const err23 = {instancePath:instancePath+"/consecutiveErrorLimit",schemaPath:"#/properties/consecutiveErrorLimit/type",keyword:"type",params:{type: "integer"},parentSchema:schema33.properties.consecutiveErrorLimit};
(vErrors ??= []).push(err23);
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 10000 || isNaN(data11)){
const err24 = {instancePath:instancePath+"/consecutiveErrorLimit",schemaPath:"#/properties/consecutiveErrorLimit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},parentSchema:schema33.properties.consecutiveErrorLimit};
(vErrors ??= []).push(err24);
errors++;
}
if(data11 < 0 || isNaN(data11)){
const err25 = {instancePath:instancePath+"/consecutiveErrorLimit",schemaPath:"#/properties/consecutiveErrorLimit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema33.properties.consecutiveErrorLimit};
(vErrors ??= []).push(err25);
errors++;
}
}
}
if(data.onFailure !== undefined){
let data12 = data.onFailure;
if(!((data12 === "stop") || (data12 === "rollback"))){
const err26 = {instancePath:instancePath+"/onFailure",schemaPath:"#/properties/onFailure/enum",keyword:"enum",params:{allowedValues: schema33.properties.onFailure.enum},parentSchema:schema33.properties.onFailure};
(vErrors ??= []).push(err26);
errors++;
}
}
}
else {
const err27 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},parentSchema:schema33};
(vErrors ??= []).push(err27);
errors++;
}
validate92.errors = vErrors;
return errors === 0;
}

const schema34 = {"type":"object","additionalProperties":false,"properties":{"fields":{"type":"array","minItems":1,"items":{"type":"string","pattern":"^(settings|scaling)\\.[A-Za-z0-9_*]+$","x-expected":"a field such as settings.db_max_threads, or settings.*"}},"maxPipes":{"type":"integer","minimum":1,"x-expected":"a whole number"},"perPipe":{"type":"object","additionalProperties":false,"properties":{"times":{"type":"integer","minimum":1,"x-expected":"a whole number"},"per":{"type":"string","pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a duration such as 24h"}}}}};
const pattern50 = new RegExp("^(settings|scaling)\\.[A-Za-z0-9_*]+$", "u");

function validate94(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((key0 === "fields") || (key0 === "maxPipes")) || (key0 === "perPipe"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema34};
(vErrors ??= []).push(err0);
errors++;
}
}
if(data.fields !== undefined){
let data0 = data.fields;
if(Array.isArray(data0)){
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/fields",schemaPath:"#/properties/fields/minItems",keyword:"minItems",params:{limit: 1},parentSchema:schema34.properties.fields};
(vErrors ??= []).push(err1);
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(typeof data1 === "string"){
if(!pattern50.test(data1)){
const err2 = {instancePath:instancePath+"/fields/" + i0,schemaPath:"#/properties/fields/items/pattern",keyword:"pattern",params:{pattern: "^(settings|scaling)\\.[A-Za-z0-9_*]+$"},parentSchema:schema34.properties.fields.items};
(vErrors ??= []).push(err2);
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/fields/" + i0,schemaPath:"#/properties/fields/items/type",keyword:"type",params:{type: "string"},parentSchema:schema34.properties.fields.items};
(vErrors ??= []).push(err3);
errors++;
}
}
}
else {
const err4 = {instancePath:instancePath+"/fields",schemaPath:"#/properties/fields/type",keyword:"type",params:{type: "array"},parentSchema:schema34.properties.fields};
(vErrors ??= []).push(err4);
errors++;
}
}
if(data.maxPipes !== undefined){
let data2 = data.maxPipes;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err5 = {instancePath:instancePath+"/maxPipes",schemaPath:"#/properties/maxPipes/type",keyword:"type",params:{type: "integer"},parentSchema:schema34.properties.maxPipes};
(vErrors ??= []).push(err5);
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 < 1 || isNaN(data2)){
const err6 = {instancePath:instancePath+"/maxPipes",schemaPath:"#/properties/maxPipes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema34.properties.maxPipes};
(vErrors ??= []).push(err6);
errors++;
}
}
}
if(data.perPipe !== undefined){
let data3 = data.perPipe;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
for(const key1 in data3){
if(!((key1 === "times") || (key1 === "per"))){
const err7 = {instancePath:instancePath+"/perPipe",schemaPath:"#/properties/perPipe/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},parentSchema:schema34.properties.perPipe};
(vErrors ??= []).push(err7);
errors++;
}
}
if(data3.times !== undefined){
let data4 = data3.times;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err8 = {instancePath:instancePath+"/perPipe/times",schemaPath:"#/properties/perPipe/properties/times/type",keyword:"type",params:{type: "integer"},parentSchema:schema34.properties.perPipe.properties.times};
(vErrors ??= []).push(err8);
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 1 || isNaN(data4)){
const err9 = {instancePath:instancePath+"/perPipe/times",schemaPath:"#/properties/perPipe/properties/times/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema34.properties.perPipe.properties.times};
(vErrors ??= []).push(err9);
errors++;
}
}
}
if(data3.per !== undefined){
let data5 = data3.per;
if(typeof data5 === "string"){
if(!pattern4.test(data5)){
const err10 = {instancePath:instancePath+"/perPipe/per",schemaPath:"#/properties/perPipe/properties/per/pattern",keyword:"pattern",params:{pattern: "^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$"},parentSchema:schema34.properties.perPipe.properties.per};
(vErrors ??= []).push(err10);
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/perPipe/per",schemaPath:"#/properties/perPipe/properties/per/type",keyword:"type",params:{type: "string"},parentSchema:schema34.properties.perPipe.properties.per};
(vErrors ??= []).push(err11);
errors++;
}
}
}
else {
const err12 = {instancePath:instancePath+"/perPipe",schemaPath:"#/properties/perPipe/type",keyword:"type",params:{type: "object"},parentSchema:schema34.properties.perPipe};
(vErrors ??= []).push(err12);
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},parentSchema:schema34};
(vErrors ??= []).push(err13);
errors++;
}
validate94.errors = vErrors;
return errors === 0;
}

const schema35 = {"type":["object","null"],"additionalProperties":false,"properties":{"version":{"$ref":"#/definitions/version"},"api":{"$ref":"#/definitions/api"},"observability":{"$ref":"#/definitions/observability"},"services":{"$ref":"#/definitions/services"},"presets":{"$ref":"#/definitions/presets"},"pipes":{"$ref":"#/definitions/pipes"},"policy":{"$ref":"#/definitions/policy"},"checks":{"$ref":"#/definitions/checks"},"rollout":{"$ref":"#/definitions/rollout"},"remediation":{"$ref":"#/definitions/remediation"},"promotion":{"$ref":"#/definitions/promotion"}}};
const schema36 = {"type":"object","additionalProperties":false,"required":["from"],"properties":{"from":{"type":"string","x-expected":"the name of an environment"},"soak":{"type":"string","pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a duration such as 24h"},"except":{"$ref":"#/definitions/ignore"},"missing":{"x-expected":"refuse, warn or allow","enum":["refuse","warn","allow"]}}};

function validate107(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.from === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "from"},parentSchema:schema36};
(vErrors ??= []).push(err0);
errors++;
}
for(const key0 in data){
if(!((((key0 === "from") || (key0 === "soak")) || (key0 === "except")) || (key0 === "missing"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema36};
(vErrors ??= []).push(err1);
errors++;
}
}
if(data.from !== undefined){
let data0 = data.from;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/from",schemaPath:"#/properties/from/type",keyword:"type",params:{type: "string"},parentSchema:schema36.properties.from};
(vErrors ??= []).push(err2);
errors++;
}
}
if(data.soak !== undefined){
let data1 = data.soak;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err3 = {instancePath:instancePath+"/soak",schemaPath:"#/properties/soak/pattern",keyword:"pattern",params:{pattern: "^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$"},parentSchema:schema36.properties.soak};
(vErrors ??= []).push(err3);
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/soak",schemaPath:"#/properties/soak/type",keyword:"type",params:{type: "string"},parentSchema:schema36.properties.soak};
(vErrors ??= []).push(err4);
errors++;
}
}
if(data.except !== undefined){
if(!(validate40(data.except, {instancePath:instancePath+"/except",parentData:data,parentDataProperty:"except",rootData}))){
vErrors = joinErrors(vErrors, validate40.errors);
errors = vErrors.length;
}
}
if(data.missing !== undefined){
let data3 = data.missing;
if(!(((data3 === "refuse") || (data3 === "warn")) || (data3 === "allow"))){
const err5 = {instancePath:instancePath+"/missing",schemaPath:"#/properties/missing/enum",keyword:"enum",params:{allowedValues: schema36.properties.missing.enum},parentSchema:schema36.properties.missing};
(vErrors ??= []).push(err5);
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},parentSchema:schema36};
(vErrors ??= []).push(err6);
errors++;
}
validate107.errors = vErrors;
return errors === 0;
}


function validate96(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((!(data && typeof data == "object" && !Array.isArray(data))) && (data !== null)){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema35.type},parentSchema:schema35};
(vErrors ??= []).push(err0);
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func2.call(schema35.properties, key0))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema35};
(vErrors ??= []).push(err1);
errors++;
}
}
if(data.version !== undefined){
if(!(validate22(data.version, {instancePath:instancePath+"/version",parentData:data,parentDataProperty:"version",rootData}))){
vErrors = joinErrors(vErrors, validate22.errors);
errors = vErrors.length;
}
}
if(data.api !== undefined){
if(!(validate24(data.api, {instancePath:instancePath+"/api",parentData:data,parentDataProperty:"api",rootData}))){
vErrors = joinErrors(vErrors, validate24.errors);
errors = vErrors.length;
}
}
if(data.observability !== undefined){
if(!(validate26(data.observability, {instancePath:instancePath+"/observability",parentData:data,parentDataProperty:"observability",rootData}))){
vErrors = joinErrors(vErrors, validate26.errors);
errors = vErrors.length;
}
}
if(data.services !== undefined){
if(!(validate28(data.services, {instancePath:instancePath+"/services",parentData:data,parentDataProperty:"services",rootData}))){
vErrors = joinErrors(vErrors, validate28.errors);
errors = vErrors.length;
}
}
if(data.presets !== undefined){
if(!(validate30(data.presets, {instancePath:instancePath+"/presets",parentData:data,parentDataProperty:"presets",rootData}))){
vErrors = joinErrors(vErrors, validate30.errors);
errors = vErrors.length;
}
}
if(data.pipes !== undefined){
if(!(validate50(data.pipes, {instancePath:instancePath+"/pipes",parentData:data,parentDataProperty:"pipes",rootData}))){
vErrors = joinErrors(vErrors, validate50.errors);
errors = vErrors.length;
}
}
if(data.policy !== undefined){
if(!(validate62(data.policy, {instancePath:instancePath+"/policy",parentData:data,parentDataProperty:"policy",rootData}))){
vErrors = joinErrors(vErrors, validate62.errors);
errors = vErrors.length;
}
}
if(data.checks !== undefined){
if(!(validate88(data.checks, {instancePath:instancePath+"/checks",parentData:data,parentDataProperty:"checks",rootData}))){
vErrors = joinErrors(vErrors, validate88.errors);
errors = vErrors.length;
}
}
if(data.rollout !== undefined){
if(!(validate92(data.rollout, {instancePath:instancePath+"/rollout",parentData:data,parentDataProperty:"rollout",rootData}))){
vErrors = joinErrors(vErrors, validate92.errors);
errors = vErrors.length;
}
}
if(data.remediation !== undefined){
if(!(validate94(data.remediation, {instancePath:instancePath+"/remediation",parentData:data,parentDataProperty:"remediation",rootData}))){
vErrors = joinErrors(vErrors, validate94.errors);
errors = vErrors.length;
}
}
if(data.promotion !== undefined){
if(!(validate107(data.promotion, {instancePath:instancePath+"/promotion",parentData:data,parentDataProperty:"promotion",rootData}))){
vErrors = joinErrors(vErrors, validate107.errors);
errors = vErrors.length;
}
}
}
validate96.errors = vErrors;
return errors === 0;
}


function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="https://www.schemastore.org/pipeform.json" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func2.call(schema6.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema6};
(vErrors ??= []).push(err0);
errors++;
}
}
if(data.version !== undefined){
if(!(validate22(data.version, {instancePath:instancePath+"/version",parentData:data,parentDataProperty:"version",rootData}))){
vErrors = joinErrors(vErrors, validate22.errors);
errors = vErrors.length;
}
}
if(data.api !== undefined){
if(!(validate24(data.api, {instancePath:instancePath+"/api",parentData:data,parentDataProperty:"api",rootData}))){
vErrors = joinErrors(vErrors, validate24.errors);
errors = vErrors.length;
}
}
if(data.observability !== undefined){
if(!(validate26(data.observability, {instancePath:instancePath+"/observability",parentData:data,parentDataProperty:"observability",rootData}))){
vErrors = joinErrors(vErrors, validate26.errors);
errors = vErrors.length;
}
}
if(data.services !== undefined){
if(!(validate28(data.services, {instancePath:instancePath+"/services",parentData:data,parentDataProperty:"services",rootData}))){
vErrors = joinErrors(vErrors, validate28.errors);
errors = vErrors.length;
}
}
if(data.include !== undefined){
let data4 = data.include;
if(Array.isArray(data4)){
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
if(typeof data5 === "string"){
if(!pattern8.test(data5)){
const err1 = {instancePath:instancePath+"/include/" + i0,schemaPath:"#/properties/include/items/pattern",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema6.properties.include.items};
(vErrors ??= []).push(err1);
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/include/" + i0,schemaPath:"#/properties/include/items/type",keyword:"type",params:{type: "string"},parentSchema:schema6.properties.include.items};
(vErrors ??= []).push(err2);
errors++;
}
}
}
else {
const err3 = {instancePath:instancePath+"/include",schemaPath:"#/properties/include/type",keyword:"type",params:{type: "array"},parentSchema:schema6.properties.include};
(vErrors ??= []).push(err3);
errors++;
}
}
if(data.presets !== undefined){
if(!(validate30(data.presets, {instancePath:instancePath+"/presets",parentData:data,parentDataProperty:"presets",rootData}))){
vErrors = joinErrors(vErrors, validate30.errors);
errors = vErrors.length;
}
}
if(data.pipes !== undefined){
if(!(validate50(data.pipes, {instancePath:instancePath+"/pipes",parentData:data,parentDataProperty:"pipes",rootData}))){
vErrors = joinErrors(vErrors, validate50.errors);
errors = vErrors.length;
}
}
if(data.policy !== undefined){
if(!(validate62(data.policy, {instancePath:instancePath+"/policy",parentData:data,parentDataProperty:"policy",rootData}))){
vErrors = joinErrors(vErrors, validate62.errors);
errors = vErrors.length;
}
}
if(data.checks !== undefined){
if(!(validate88(data.checks, {instancePath:instancePath+"/checks",parentData:data,parentDataProperty:"checks",rootData}))){
vErrors = joinErrors(vErrors, validate88.errors);
errors = vErrors.length;
}
}
if(data.rollout !== undefined){
if(!(validate92(data.rollout, {instancePath:instancePath+"/rollout",parentData:data,parentDataProperty:"rollout",rootData}))){
vErrors = joinErrors(vErrors, validate92.errors);
errors = vErrors.length;
}
}
if(data.remediation !== undefined){
if(!(validate94(data.remediation, {instancePath:instancePath+"/remediation",parentData:data,parentDataProperty:"remediation",rootData}))){
vErrors = joinErrors(vErrors, validate94.errors);
errors = vErrors.length;
}
}
if(data.environments !== undefined){
let data12 = data.environments;
if((!(data12 && typeof data12 == "object" && !Array.isArray(data12))) && (data12 !== null)){
const err4 = {instancePath:instancePath+"/environments",schemaPath:"#/properties/environments/type",keyword:"type",params:{type: schema6.properties.environments.type},parentSchema:schema6.properties.environments};
(vErrors ??= []).push(err4);
errors++;
}
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
for(const key1 in data12){
const _errs19 = errors;
if(typeof key1 === "string"){
if(!pattern6.test(key1)){
const err5 = {instancePath:instancePath+"/environments",schemaPath:"#/properties/environments/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},parentSchema:schema6.properties.environments.propertyNames,propertyName:key1};
(vErrors ??= []).push(err5);
errors++;
}
}
var valid3 = _errs19 === errors;
if(!valid3){
const err6 = {instancePath:instancePath+"/environments",schemaPath:"#/properties/environments/propertyNames",keyword:"propertyNames",params:{propertyName: key1},parentSchema:schema6.properties.environments};
(vErrors ??= []).push(err6);
errors++;
}
}
for(const key2 in data12){
if(!(validate96(data12[key2], {instancePath:instancePath+"/environments/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data12,parentDataProperty:key2,rootData}))){
vErrors = joinErrors(vErrors, validate96.errors);
errors = vErrors.length;
}
}
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},parentSchema:schema6};
(vErrors ??= []).push(err7);
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}

function joinErrors(before, more) {
if(before === null){
return more;
}
for(const error of more){
before.push(error);
}
return before;
}
