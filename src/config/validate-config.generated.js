// Generated from schema/config.schema.json by `npm run generate`. Do not edit.
"use strict";
export const validateConfig = validate10;
const schema11 = {"$schema":"http://json-schema.org/draft-07/schema#","$id":"urn:pipeform:config:1","title":"Pipeform configuration","type":"object","additionalProperties":false,"properties":{"version":{"$ref":"#/definitions/version"},"include":{"type":"array","items":{"type":"string","pattern":"\\S","x-expected":"a glob such as pipes/**/*.yaml"}},"api":{"$ref":"#/definitions/api"},"observability":{"$ref":"#/definitions/observability"},"services":{"$ref":"#/definitions/services"},"presets":{"$ref":"#/definitions/presets"},"pipes":{"$ref":"#/definitions/pipes"},"policy":{"$ref":"#/definitions/policy"},"checks":{"$ref":"#/definitions/checks"},"rollout":{"$ref":"#/definitions/rollout"},"environments":{"type":"object","propertyNames":{"pattern":"^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},"additionalProperties":{"$ref":"#/definitions/environment"},"x-names":"environment"}},"definitions":{"version":{"enum":[1],"x-code":"unsupported-version","x-expected":"1"},"api":{"type":"object","additionalProperties":false,"properties":{"url":{"type":"string","pattern":"^[Hh][Tt][Tt][Pp][Ss]?://","x-expected":"an address such as https://api.example.com"},"organization":{"type":"string","pattern":"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$","x-expected":"a uuid such as 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11"},"rateLimit":{"type":"object","additionalProperties":false,"required":["requests","per"],"properties":{"requests":{"type":"integer","minimum":1,"x-expected":"a whole number"},"per":{"type":"string","pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a duration such as 10s"}}},"parallelism":{"type":"integer","minimum":1,"maximum":1000,"x-expected":"a whole number"}}},"observability":{"type":"object","additionalProperties":false,"properties":{"url":{"type":"string","pattern":"^[Hh][Tt][Tt][Pp][Ss]?://","x-expected":"an address such as https://observe.example.com"}}},"services":{"type":"object","propertyNames":{"pattern":"^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},"additionalProperties":{"type":"string","pattern":"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$","x-expected":"a uuid such as 1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01"},"x-names":"service"},"settings":{"type":"object","additionalProperties":false,"properties":{"streaming_max_insert_wait_ms":{"type":["integer","string","null"],"minimum":500,"maximum":60000,"pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a whole number of milliseconds, a duration such as 5s, or null","x-unit":"milliseconds","x-kinds":["kafka","kinesis"]},"object_storage_concurrency":{"type":["integer","null"],"minimum":1,"maximum":35,"x-expected":"a whole number or null","x-unit":"count","x-kinds":["objectStorage"]},"object_storage_polling_interval_ms":{"type":["integer","string","null"],"minimum":100,"maximum":3600000,"pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a whole number of milliseconds, a duration such as 5s, or null","x-unit":"milliseconds","x-kinds":["objectStorage"]},"object_storage_max_insert_bytes":{"type":["integer","string","null"],"minimum":10485760,"maximum":53687091200,"pattern":"^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$","x-expected":"a whole number of bytes, a size such as 64MiB, or null","x-unit":"bytes","x-kinds":["objectStorage"]},"object_storage_max_file_count":{"type":["integer","null"],"minimum":1,"maximum":10000,"x-expected":"a whole number or null","x-unit":"count","x-kinds":["objectStorage"]},"db_max_threads":{"type":["integer","null"],"minimum":0,"maximum":64,"x-expected":"a whole number or null","x-unit":"count","x-kinds":["kafka","objectStorage","kinesis","postgres"]},"db_max_insert_threads":{"type":["integer","null"],"minimum":0,"maximum":16,"x-expected":"a whole number or null","x-unit":"count","x-kinds":["kafka","objectStorage","kinesis","postgres"]},"db_min_insert_block_size_bytes":{"type":["integer","string","null"],"minimum":0,"maximum":10737418240,"pattern":"^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$","x-expected":"a whole number of bytes, a size such as 64MiB, or null","x-unit":"bytes","x-kinds":["kafka","objectStorage","kinesis","postgres"]},"db_max_download_threads":{"type":["integer","null"],"minimum":0,"maximum":32,"x-expected":"a whole number or null","x-unit":"count","x-kinds":["kafka","objectStorage","kinesis","postgres"]},"db_parallel_distributed_insert_select":{"type":["integer","null"],"minimum":0,"maximum":2,"x-expected":"a whole number or null","x-unit":"mode","x-kinds":["kafka","objectStorage","kinesis","postgres"]},"object_storage_use_cluster_function":{"type":["boolean","null"],"x-expected":"true, false or null","x-unit":"flag","x-kinds":["objectStorage"]},"db_parallel_view_processing":{"type":["boolean","null"],"x-expected":"true, false or null","x-unit":"flag","x-kinds":["kafka","objectStorage","kinesis","postgres"]}}},"scaling":{"type":"object","additionalProperties":false,"properties":{"replicas":{"type":["integer","object","null"],"minimum":1,"maximum":10,"required":["min","max"],"additionalProperties":false,"properties":{"min":{"type":"integer","minimum":1,"maximum":10,"x-expected":"a whole number"},"max":{"type":"integer","minimum":1,"maximum":10,"x-expected":"a whole number"},"target":{"type":"object","additionalProperties":false,"required":["check","value"],"properties":{"check":{"type":"string"},"value":{"type":"number","exclusiveMinimum":0,"x-expected":"a number above 0"},"tolerance":{"type":"number","minimum":0,"maximum":1,"x-expected":"a number from 0 to 1"},"stabilizationWindow":{"type":"string","pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a duration such as 5m"}}}},"x-expected":"a whole number, a band such as { min: 2, max: 6 }, or null","x-unit":"count","x-kinds":["kafka","kinesis"]},"concurrency":{"type":["integer","object","null"],"minimum":0,"maximum":34,"required":["min","max"],"additionalProperties":false,"properties":{"min":{"type":"integer","minimum":0,"maximum":34,"x-expected":"a whole number"},"max":{"type":"integer","minimum":0,"maximum":34,"x-expected":"a whole number"}},"x-expected":"a whole number, a band such as { min: 2, max: 8 }, or null","x-unit":"count","x-kinds":["objectStorage"]},"replicaCpuMillicores":{"type":["integer","object","null"],"minimum":125,"maximum":2000,"required":["min","max"],"additionalProperties":false,"properties":{"min":{"type":"integer","minimum":125,"maximum":2000,"x-expected":"a whole number"},"max":{"type":"integer","minimum":125,"maximum":2000,"x-expected":"a whole number"}},"x-expected":"a whole number, a band such as { min: 250, max: 1000 }, or null","x-unit":"millicores","x-kinds":["kafka","kinesis"]},"replicaMemoryGb":{"type":["number","object","null"],"minimum":0.5,"maximum":8,"required":["min","max"],"additionalProperties":false,"properties":{"min":{"type":"number","minimum":0.5,"maximum":8,"x-expected":"a number"},"max":{"type":"number","minimum":0.5,"maximum":8,"x-expected":"a number"}},"x-expected":"a number, a band such as { min: 1, max: 4 }, or null","x-unit":"gigabytes","x-kinds":["kafka","kinesis"]}}},"source":{"x-expected":"one of kafka, objectStorage, kinesis, postgres","enum":["kafka","objectStorage","kinesis","postgres"]},"ignore":{"type":"array","items":{"type":"string","pattern":"^(settings|scaling)\\.[A-Za-z0-9_]+$","x-expected":"a field such as scaling.replicas"}},"protect":{"type":"boolean","x-expected":"true or false"},"acknowledge":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["path","reason","until"],"properties":{"path":{"type":"string","pattern":"^(settings|scaling)\\.[A-Za-z0-9_]+$","x-expected":"a field such as scaling.replicas"},"reason":{"type":"string","pattern":"\\S","x-expected":"a reason in words"},"until":{"type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$","x-expected":"a date such as 2026-12-01"}}}},"checkNames":{"type":"array","items":{"type":"string"}},"serviceName":{"type":"string"},"preset":{"type":"object","additionalProperties":false,"properties":{"service":{"$ref":"#/definitions/serviceName"},"source":{"$ref":"#/definitions/source"},"settings":{"$ref":"#/definitions/settings"},"scaling":{"$ref":"#/definitions/scaling"},"ignore":{"$ref":"#/definitions/ignore"},"protect":{"$ref":"#/definitions/protect"},"acknowledge":{"$ref":"#/definitions/acknowledge"},"checks":{"$ref":"#/definitions/checkNames"}}},"pipe":{"type":"object","additionalProperties":false,"properties":{"service":{"$ref":"#/definitions/serviceName"},"id":{"type":"string","pattern":"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$","x-expected":"a uuid such as 0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001"},"name":{"type":"string","pattern":"\\S","x-expected":"text that is not blank"},"preset":{"type":["string","array"],"items":{"type":"string"},"x-expected":"the name of a preset or a list of names"},"source":{"$ref":"#/definitions/source"},"settings":{"$ref":"#/definitions/settings"},"scaling":{"$ref":"#/definitions/scaling"},"ignore":{"$ref":"#/definitions/ignore"},"protect":{"$ref":"#/definitions/protect"},"acknowledge":{"$ref":"#/definitions/acknowledge"},"checks":{"$ref":"#/definitions/checkNames"}}},"presets":{"type":"object","propertyNames":{"pattern":"^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},"additionalProperties":{"$ref":"#/definitions/preset"},"x-names":"preset"},"pipes":{"type":"object","propertyNames":{"pattern":"^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},"additionalProperties":{"$ref":"#/definitions/pipe"},"x-names":"pipe"},"policy":{"type":"object","additionalProperties":false,"properties":{"maxChangedPipes":{"type":["integer","string"],"minimum":0,"pattern":"^([1-9][0-9]?|100)%$","x-expected":"a whole number or a share from 1% to 100%, such as 30%"},"minPipes":{"type":"integer","minimum":0,"x-expected":"a whole number"},"maxReplicaFactor":{"type":"number","minimum":1,"x-expected":"a number"}}},"check":{"type":"object","additionalProperties":false,"oneOf":[{"type":"object","required":["series"],"properties":{"series":true}},{"type":"object","required":["alert"],"properties":{"alert":true}}],"dependencies":{"series":["window","granularity","reduce","pass"],"window":["series"],"granularity":["series"],"reduce":["series"],"pass":["series"],"unit":["series"],"alert":["state"],"state":["alert"],"definition":["alert"]},"properties":{"series":{"type":"object","additionalProperties":false,"required":["sourceId","aggFn","where"],"properties":{"sourceId":{"type":"string","pattern":"\\S","x-expected":"the id of a source"},"aggFn":{"type":"string","pattern":"\\S","x-expected":"the name of an aggregation such as max"},"where":{"type":"string"},"groupBy":{"type":"array","items":{"type":"string"}}}},"window":{"type":"string","pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a duration such as 15m"},"granularity":{"x-expected":"one of 30s, 1m, 5m, 10m, 15m, 30m, 1h, 2h, 6h, 12h, 1d, 2d, 7d, 30d, auto","enum":["30s","1m","5m","10m","15m","30m","1h","2h","6h","12h","1d","2d","7d","30d","auto"]},"reduce":{"x-expected":"one of min, max, avg, sum, last","enum":["min","max","avg","sum","last"]},"pass":{"type":"string","pattern":"^ *(<=|>=|==|!=|<|>) *-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)? *$","x-expected":"a condition such as \"< 10000\""},"unit":{"type":"string","pattern":"^(?!\\s)[^\\p{C}\\p{Zl}\\p{Zp}]{1,20}$","x-expected":"a unit of at most 20 characters, such as messages"},"alert":{"type":"string","pattern":"\\S","x-expected":"the id of an alert"},"state":{"type":"string","pattern":"\\S","x-expected":"the name of a state such as OK"},"definition":{"type":"object","additionalProperties":false,"properties":{"threshold":{"type":"number","x-expected":"a number"},"thresholdType":{"type":"string","pattern":"\\S","x-expected":"the name of a comparison such as above"},"interval":{"type":"string","pattern":"\\S","x-expected":"an interval such as 5m"}}}}},"checks":{"type":"object","propertyNames":{"pattern":"^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},"additionalProperties":{"$ref":"#/definitions/check"},"x-names":"check"},"rollout":{"type":"object","additionalProperties":false,"properties":{"waves":{"type":"array","items":{"type":["integer","string"],"minimum":1,"pattern":"^([1-9][0-9]?|100)%$","x-expected":"a whole number or a share from 1% to 100%, such as 25%"},"minItems":1},"before":{"type":"array","items":{"type":"string"}},"after":{"type":"array","items":{"type":"string"}},"bake":{"type":"string","pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a duration such as 5m"},"interval":{"type":"string","pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a duration such as 30s"},"count":{"type":"integer","minimum":1,"maximum":10000,"x-expected":"a whole number"},"failureLimit":{"type":"integer","minimum":0,"maximum":10000,"x-expected":"a whole number"},"inconclusiveLimit":{"type":"integer","minimum":0,"maximum":10000,"x-expected":"a whole number"},"consecutiveErrorLimit":{"type":"integer","minimum":0,"maximum":10000,"x-expected":"a whole number"},"onFailure":{"x-expected":"one of stop, rollback","enum":["stop","rollback"]}}},"environment":{"type":"object","additionalProperties":false,"properties":{"version":{"$ref":"#/definitions/version"},"api":{"$ref":"#/definitions/api"},"observability":{"$ref":"#/definitions/observability"},"services":{"$ref":"#/definitions/services"},"presets":{"$ref":"#/definitions/presets"},"pipes":{"$ref":"#/definitions/pipes"},"policy":{"$ref":"#/definitions/policy"},"checks":{"$ref":"#/definitions/checks"},"rollout":{"$ref":"#/definitions/rollout"}}},"fieldsOfKind":{"type":"object"}},"$comment":"The keywords that start with x- are notes for Pipeform: x-code (the code of the diagnostic), x-expected (what a message says should stand there), x-kinds (the source kinds that a field applies to), x-names (what the keys name), x-unit (the unit of a number)."};
const schema12 = {"enum":[1],"x-code":"unsupported-version","x-expected":"1"};
const schema13 = {"type":"object","additionalProperties":false,"properties":{"url":{"type":"string","pattern":"^[Hh][Tt][Tt][Pp][Ss]?://","x-expected":"an address such as https://api.example.com"},"organization":{"type":"string","pattern":"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$","x-expected":"a uuid such as 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11"},"rateLimit":{"type":"object","additionalProperties":false,"required":["requests","per"],"properties":{"requests":{"type":"integer","minimum":1,"x-expected":"a whole number"},"per":{"type":"string","pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a duration such as 10s"}}},"parallelism":{"type":"integer","minimum":1,"maximum":1000,"x-expected":"a whole number"}}};
const schema14 = {"type":"object","additionalProperties":false,"properties":{"url":{"type":"string","pattern":"^[Hh][Tt][Tt][Pp][Ss]?://","x-expected":"an address such as https://observe.example.com"}}};
const schema15 = {"type":"object","propertyNames":{"pattern":"^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},"additionalProperties":{"type":"string","pattern":"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$","x-expected":"a uuid such as 1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01"},"x-names":"service"};
const schema36 = {"type":"object","additionalProperties":false,"properties":{"maxChangedPipes":{"type":["integer","string"],"minimum":0,"pattern":"^([1-9][0-9]?|100)%$","x-expected":"a whole number or a share from 1% to 100%, such as 30%"},"minPipes":{"type":"integer","minimum":0,"x-expected":"a whole number"},"maxReplicaFactor":{"type":"number","minimum":1,"x-expected":"a number"}}};
const schema39 = {"type":"object","additionalProperties":false,"properties":{"waves":{"type":"array","items":{"type":["integer","string"],"minimum":1,"pattern":"^([1-9][0-9]?|100)%$","x-expected":"a whole number or a share from 1% to 100%, such as 25%"},"minItems":1},"before":{"type":"array","items":{"type":"string"}},"after":{"type":"array","items":{"type":"string"}},"bake":{"type":"string","pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a duration such as 5m"},"interval":{"type":"string","pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a duration such as 30s"},"count":{"type":"integer","minimum":1,"maximum":10000,"x-expected":"a whole number"},"failureLimit":{"type":"integer","minimum":0,"maximum":10000,"x-expected":"a whole number"},"inconclusiveLimit":{"type":"integer","minimum":0,"maximum":10000,"x-expected":"a whole number"},"consecutiveErrorLimit":{"type":"integer","minimum":0,"maximum":10000,"x-expected":"a whole number"},"onFailure":{"x-expected":"one of stop, rollback","enum":["stop","rollback"]}}};
const func0 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp("\\S", "u");
const pattern1 = new RegExp("^[Hh][Tt][Tt][Pp][Ss]?://", "u");
const pattern2 = new RegExp("^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$", "u");
const pattern3 = new RegExp("^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$", "u");
const pattern5 = new RegExp("^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$", "u");
const pattern29 = new RegExp("^([1-9][0-9]?|100)%$", "u");
const schema16 = {"type":"object","propertyNames":{"pattern":"^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},"additionalProperties":{"$ref":"#/definitions/preset"},"x-names":"preset"};
const schema17 = {"type":"object","additionalProperties":false,"properties":{"service":{"$ref":"#/definitions/serviceName"},"source":{"$ref":"#/definitions/source"},"settings":{"$ref":"#/definitions/settings"},"scaling":{"$ref":"#/definitions/scaling"},"ignore":{"$ref":"#/definitions/ignore"},"protect":{"$ref":"#/definitions/protect"},"acknowledge":{"$ref":"#/definitions/acknowledge"},"checks":{"$ref":"#/definitions/checkNames"}}};
const schema18 = {"type":"string"};
const schema19 = {"x-expected":"one of kafka, objectStorage, kinesis, postgres","enum":["kafka","objectStorage","kinesis","postgres"]};
const schema20 = {"type":"object","additionalProperties":false,"properties":{"streaming_max_insert_wait_ms":{"type":["integer","string","null"],"minimum":500,"maximum":60000,"pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a whole number of milliseconds, a duration such as 5s, or null","x-unit":"milliseconds","x-kinds":["kafka","kinesis"]},"object_storage_concurrency":{"type":["integer","null"],"minimum":1,"maximum":35,"x-expected":"a whole number or null","x-unit":"count","x-kinds":["objectStorage"]},"object_storage_polling_interval_ms":{"type":["integer","string","null"],"minimum":100,"maximum":3600000,"pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a whole number of milliseconds, a duration such as 5s, or null","x-unit":"milliseconds","x-kinds":["objectStorage"]},"object_storage_max_insert_bytes":{"type":["integer","string","null"],"minimum":10485760,"maximum":53687091200,"pattern":"^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$","x-expected":"a whole number of bytes, a size such as 64MiB, or null","x-unit":"bytes","x-kinds":["objectStorage"]},"object_storage_max_file_count":{"type":["integer","null"],"minimum":1,"maximum":10000,"x-expected":"a whole number or null","x-unit":"count","x-kinds":["objectStorage"]},"db_max_threads":{"type":["integer","null"],"minimum":0,"maximum":64,"x-expected":"a whole number or null","x-unit":"count","x-kinds":["kafka","objectStorage","kinesis","postgres"]},"db_max_insert_threads":{"type":["integer","null"],"minimum":0,"maximum":16,"x-expected":"a whole number or null","x-unit":"count","x-kinds":["kafka","objectStorage","kinesis","postgres"]},"db_min_insert_block_size_bytes":{"type":["integer","string","null"],"minimum":0,"maximum":10737418240,"pattern":"^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$","x-expected":"a whole number of bytes, a size such as 64MiB, or null","x-unit":"bytes","x-kinds":["kafka","objectStorage","kinesis","postgres"]},"db_max_download_threads":{"type":["integer","null"],"minimum":0,"maximum":32,"x-expected":"a whole number or null","x-unit":"count","x-kinds":["kafka","objectStorage","kinesis","postgres"]},"db_parallel_distributed_insert_select":{"type":["integer","null"],"minimum":0,"maximum":2,"x-expected":"a whole number or null","x-unit":"mode","x-kinds":["kafka","objectStorage","kinesis","postgres"]},"object_storage_use_cluster_function":{"type":["boolean","null"],"x-expected":"true, false or null","x-unit":"flag","x-kinds":["objectStorage"]},"db_parallel_view_processing":{"type":["boolean","null"],"x-expected":"true, false or null","x-unit":"flag","x-kinds":["kafka","objectStorage","kinesis","postgres"]}}};
const schema21 = {"type":"object","additionalProperties":false,"properties":{"replicas":{"type":["integer","object","null"],"minimum":1,"maximum":10,"required":["min","max"],"additionalProperties":false,"properties":{"min":{"type":"integer","minimum":1,"maximum":10,"x-expected":"a whole number"},"max":{"type":"integer","minimum":1,"maximum":10,"x-expected":"a whole number"},"target":{"type":"object","additionalProperties":false,"required":["check","value"],"properties":{"check":{"type":"string"},"value":{"type":"number","exclusiveMinimum":0,"x-expected":"a number above 0"},"tolerance":{"type":"number","minimum":0,"maximum":1,"x-expected":"a number from 0 to 1"},"stabilizationWindow":{"type":"string","pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a duration such as 5m"}}}},"x-expected":"a whole number, a band such as { min: 2, max: 6 }, or null","x-unit":"count","x-kinds":["kafka","kinesis"]},"concurrency":{"type":["integer","object","null"],"minimum":0,"maximum":34,"required":["min","max"],"additionalProperties":false,"properties":{"min":{"type":"integer","minimum":0,"maximum":34,"x-expected":"a whole number"},"max":{"type":"integer","minimum":0,"maximum":34,"x-expected":"a whole number"}},"x-expected":"a whole number, a band such as { min: 2, max: 8 }, or null","x-unit":"count","x-kinds":["objectStorage"]},"replicaCpuMillicores":{"type":["integer","object","null"],"minimum":125,"maximum":2000,"required":["min","max"],"additionalProperties":false,"properties":{"min":{"type":"integer","minimum":125,"maximum":2000,"x-expected":"a whole number"},"max":{"type":"integer","minimum":125,"maximum":2000,"x-expected":"a whole number"}},"x-expected":"a whole number, a band such as { min: 250, max: 1000 }, or null","x-unit":"millicores","x-kinds":["kafka","kinesis"]},"replicaMemoryGb":{"type":["number","object","null"],"minimum":0.5,"maximum":8,"required":["min","max"],"additionalProperties":false,"properties":{"min":{"type":"number","minimum":0.5,"maximum":8,"x-expected":"a number"},"max":{"type":"number","minimum":0.5,"maximum":8,"x-expected":"a number"}},"x-expected":"a number, a band such as { min: 1, max: 4 }, or null","x-unit":"gigabytes","x-kinds":["kafka","kinesis"]}}};
const schema22 = {"type":"array","items":{"type":"string","pattern":"^(settings|scaling)\\.[A-Za-z0-9_]+$","x-expected":"a field such as scaling.replicas"}};
const schema23 = {"type":"boolean","x-expected":"true or false"};
const schema24 = {"type":"array","items":{"type":"object","additionalProperties":false,"required":["path","reason","until"],"properties":{"path":{"type":"string","pattern":"^(settings|scaling)\\.[A-Za-z0-9_]+$","x-expected":"a field such as scaling.replicas"},"reason":{"type":"string","pattern":"\\S","x-expected":"a reason in words"},"until":{"type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$","x-expected":"a date such as 2026-12-01"}}}};
const schema25 = {"type":"array","items":{"type":"string"}};
const pattern10 = new RegExp("^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$", "u");
const pattern13 = new RegExp("^(settings|scaling)\\.[A-Za-z0-9_]+$", "u");
const pattern16 = new RegExp("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "u");

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(!((((((((key0 === "service") || (key0 === "source")) || (key0 === "settings")) || (key0 === "scaling")) || (key0 === "ignore")) || (key0 === "protect")) || (key0 === "acknowledge")) || (key0 === "checks"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema17,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.service !== undefined && func0.call(data, "service")){
let data0 = data.service;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/service",schemaPath:"#/definitions/serviceName/type",keyword:"type",params:{type: "string"},schema:schema18.type,parentSchema:schema18,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.source !== undefined && func0.call(data, "source")){
let data1 = data.source;
if(!((((data1 === "kafka") || (data1 === "objectStorage")) || (data1 === "kinesis")) || (data1 === "postgres"))){
const err2 = {instancePath:instancePath+"/source",schemaPath:"#/definitions/source/enum",keyword:"enum",params:{allowedValues: schema19.enum},schema:schema19.enum,parentSchema:schema19,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.settings !== undefined && func0.call(data, "settings")){
let data2 = data.settings;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
for(const key1 of Object.keys(data2)){
if(!(func0.call(schema20.properties, key1))){
const err3 = {instancePath:instancePath+"/settings",schemaPath:"#/definitions/settings/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},schema:false,parentSchema:schema20,data:data2};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data2.streaming_max_insert_wait_ms !== undefined && func0.call(data2, "streaming_max_insert_wait_ms")){
let data3 = data2.streaming_max_insert_wait_ms;
if(((!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))) && (typeof data3 !== "string")) && (data3 !== null)){
const err4 = {instancePath:instancePath+"/settings/streaming_max_insert_wait_ms",schemaPath:"#/definitions/settings/properties/streaming_max_insert_wait_ms/type",keyword:"type",params:{type: schema20.properties.streaming_max_insert_wait_ms.type},schema:schema20.properties.streaming_max_insert_wait_ms.type,parentSchema:schema20.properties.streaming_max_insert_wait_ms,data:data3};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 60000 || isNaN(data3)){
const err5 = {instancePath:instancePath+"/settings/streaming_max_insert_wait_ms",schemaPath:"#/definitions/settings/properties/streaming_max_insert_wait_ms/maximum",keyword:"maximum",params:{comparison: "<=", limit: 60000},schema:60000,parentSchema:schema20.properties.streaming_max_insert_wait_ms,data:data3};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data3 < 500 || isNaN(data3)){
const err6 = {instancePath:instancePath+"/settings/streaming_max_insert_wait_ms",schemaPath:"#/definitions/settings/properties/streaming_max_insert_wait_ms/minimum",keyword:"minimum",params:{comparison: ">=", limit: 500},schema:500,parentSchema:schema20.properties.streaming_max_insert_wait_ms,data:data3};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(typeof data3 === "string"){
if(!pattern3.test(data3)){
const err7 = {instancePath:instancePath+"/settings/streaming_max_insert_wait_ms",schemaPath:"#/definitions/settings/properties/streaming_max_insert_wait_ms/pattern",keyword:"pattern",params:{pattern: "^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$"},schema:"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$",parentSchema:schema20.properties.streaming_max_insert_wait_ms,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
if(data2.object_storage_concurrency !== undefined && func0.call(data2, "object_storage_concurrency")){
let data4 = data2.object_storage_concurrency;
if((!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))) && (data4 !== null)){
const err8 = {instancePath:instancePath+"/settings/object_storage_concurrency",schemaPath:"#/definitions/settings/properties/object_storage_concurrency/type",keyword:"type",params:{type: schema20.properties.object_storage_concurrency.type},schema:schema20.properties.object_storage_concurrency.type,parentSchema:schema20.properties.object_storage_concurrency,data:data4};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 35 || isNaN(data4)){
const err9 = {instancePath:instancePath+"/settings/object_storage_concurrency",schemaPath:"#/definitions/settings/properties/object_storage_concurrency/maximum",keyword:"maximum",params:{comparison: "<=", limit: 35},schema:35,parentSchema:schema20.properties.object_storage_concurrency,data:data4};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data4 < 1 || isNaN(data4)){
const err10 = {instancePath:instancePath+"/settings/object_storage_concurrency",schemaPath:"#/definitions/settings/properties/object_storage_concurrency/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema20.properties.object_storage_concurrency,data:data4};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
if(data2.object_storage_polling_interval_ms !== undefined && func0.call(data2, "object_storage_polling_interval_ms")){
let data5 = data2.object_storage_polling_interval_ms;
if(((!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))) && (typeof data5 !== "string")) && (data5 !== null)){
const err11 = {instancePath:instancePath+"/settings/object_storage_polling_interval_ms",schemaPath:"#/definitions/settings/properties/object_storage_polling_interval_ms/type",keyword:"type",params:{type: schema20.properties.object_storage_polling_interval_ms.type},schema:schema20.properties.object_storage_polling_interval_ms.type,parentSchema:schema20.properties.object_storage_polling_interval_ms,data:data5};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 3600000 || isNaN(data5)){
const err12 = {instancePath:instancePath+"/settings/object_storage_polling_interval_ms",schemaPath:"#/definitions/settings/properties/object_storage_polling_interval_ms/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600000},schema:3600000,parentSchema:schema20.properties.object_storage_polling_interval_ms,data:data5};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data5 < 100 || isNaN(data5)){
const err13 = {instancePath:instancePath+"/settings/object_storage_polling_interval_ms",schemaPath:"#/definitions/settings/properties/object_storage_polling_interval_ms/minimum",keyword:"minimum",params:{comparison: ">=", limit: 100},schema:100,parentSchema:schema20.properties.object_storage_polling_interval_ms,data:data5};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(typeof data5 === "string"){
if(!pattern3.test(data5)){
const err14 = {instancePath:instancePath+"/settings/object_storage_polling_interval_ms",schemaPath:"#/definitions/settings/properties/object_storage_polling_interval_ms/pattern",keyword:"pattern",params:{pattern: "^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$"},schema:"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$",parentSchema:schema20.properties.object_storage_polling_interval_ms,data:data5};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
if(data2.object_storage_max_insert_bytes !== undefined && func0.call(data2, "object_storage_max_insert_bytes")){
let data6 = data2.object_storage_max_insert_bytes;
if(((!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))) && (typeof data6 !== "string")) && (data6 !== null)){
const err15 = {instancePath:instancePath+"/settings/object_storage_max_insert_bytes",schemaPath:"#/definitions/settings/properties/object_storage_max_insert_bytes/type",keyword:"type",params:{type: schema20.properties.object_storage_max_insert_bytes.type},schema:schema20.properties.object_storage_max_insert_bytes.type,parentSchema:schema20.properties.object_storage_max_insert_bytes,data:data6};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 53687091200 || isNaN(data6)){
const err16 = {instancePath:instancePath+"/settings/object_storage_max_insert_bytes",schemaPath:"#/definitions/settings/properties/object_storage_max_insert_bytes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 53687091200},schema:53687091200,parentSchema:schema20.properties.object_storage_max_insert_bytes,data:data6};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data6 < 10485760 || isNaN(data6)){
const err17 = {instancePath:instancePath+"/settings/object_storage_max_insert_bytes",schemaPath:"#/definitions/settings/properties/object_storage_max_insert_bytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 10485760},schema:10485760,parentSchema:schema20.properties.object_storage_max_insert_bytes,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(typeof data6 === "string"){
if(!pattern10.test(data6)){
const err18 = {instancePath:instancePath+"/settings/object_storage_max_insert_bytes",schemaPath:"#/definitions/settings/properties/object_storage_max_insert_bytes/pattern",keyword:"pattern",params:{pattern: "^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$"},schema:"^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$",parentSchema:schema20.properties.object_storage_max_insert_bytes,data:data6};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
if(data2.object_storage_max_file_count !== undefined && func0.call(data2, "object_storage_max_file_count")){
let data7 = data2.object_storage_max_file_count;
if((!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))) && (data7 !== null)){
const err19 = {instancePath:instancePath+"/settings/object_storage_max_file_count",schemaPath:"#/definitions/settings/properties/object_storage_max_file_count/type",keyword:"type",params:{type: schema20.properties.object_storage_max_file_count.type},schema:schema20.properties.object_storage_max_file_count.type,parentSchema:schema20.properties.object_storage_max_file_count,data:data7};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 10000 || isNaN(data7)){
const err20 = {instancePath:instancePath+"/settings/object_storage_max_file_count",schemaPath:"#/definitions/settings/properties/object_storage_max_file_count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},schema:10000,parentSchema:schema20.properties.object_storage_max_file_count,data:data7};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data7 < 1 || isNaN(data7)){
const err21 = {instancePath:instancePath+"/settings/object_storage_max_file_count",schemaPath:"#/definitions/settings/properties/object_storage_max_file_count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema20.properties.object_storage_max_file_count,data:data7};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
if(data2.db_max_threads !== undefined && func0.call(data2, "db_max_threads")){
let data8 = data2.db_max_threads;
if((!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))) && (data8 !== null)){
const err22 = {instancePath:instancePath+"/settings/db_max_threads",schemaPath:"#/definitions/settings/properties/db_max_threads/type",keyword:"type",params:{type: schema20.properties.db_max_threads.type},schema:schema20.properties.db_max_threads.type,parentSchema:schema20.properties.db_max_threads,data:data8};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 64 || isNaN(data8)){
const err23 = {instancePath:instancePath+"/settings/db_max_threads",schemaPath:"#/definitions/settings/properties/db_max_threads/maximum",keyword:"maximum",params:{comparison: "<=", limit: 64},schema:64,parentSchema:schema20.properties.db_max_threads,data:data8};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data8 < 0 || isNaN(data8)){
const err24 = {instancePath:instancePath+"/settings/db_max_threads",schemaPath:"#/definitions/settings/properties/db_max_threads/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema20.properties.db_max_threads,data:data8};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
if(data2.db_max_insert_threads !== undefined && func0.call(data2, "db_max_insert_threads")){
let data9 = data2.db_max_insert_threads;
if((!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))) && (data9 !== null)){
const err25 = {instancePath:instancePath+"/settings/db_max_insert_threads",schemaPath:"#/definitions/settings/properties/db_max_insert_threads/type",keyword:"type",params:{type: schema20.properties.db_max_insert_threads.type},schema:schema20.properties.db_max_insert_threads.type,parentSchema:schema20.properties.db_max_insert_threads,data:data9};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 16 || isNaN(data9)){
const err26 = {instancePath:instancePath+"/settings/db_max_insert_threads",schemaPath:"#/definitions/settings/properties/db_max_insert_threads/maximum",keyword:"maximum",params:{comparison: "<=", limit: 16},schema:16,parentSchema:schema20.properties.db_max_insert_threads,data:data9};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data9 < 0 || isNaN(data9)){
const err27 = {instancePath:instancePath+"/settings/db_max_insert_threads",schemaPath:"#/definitions/settings/properties/db_max_insert_threads/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema20.properties.db_max_insert_threads,data:data9};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
if(data2.db_min_insert_block_size_bytes !== undefined && func0.call(data2, "db_min_insert_block_size_bytes")){
let data10 = data2.db_min_insert_block_size_bytes;
if(((!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))) && (typeof data10 !== "string")) && (data10 !== null)){
const err28 = {instancePath:instancePath+"/settings/db_min_insert_block_size_bytes",schemaPath:"#/definitions/settings/properties/db_min_insert_block_size_bytes/type",keyword:"type",params:{type: schema20.properties.db_min_insert_block_size_bytes.type},schema:schema20.properties.db_min_insert_block_size_bytes.type,parentSchema:schema20.properties.db_min_insert_block_size_bytes,data:data10};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 10737418240 || isNaN(data10)){
const err29 = {instancePath:instancePath+"/settings/db_min_insert_block_size_bytes",schemaPath:"#/definitions/settings/properties/db_min_insert_block_size_bytes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10737418240},schema:10737418240,parentSchema:schema20.properties.db_min_insert_block_size_bytes,data:data10};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data10 < 0 || isNaN(data10)){
const err30 = {instancePath:instancePath+"/settings/db_min_insert_block_size_bytes",schemaPath:"#/definitions/settings/properties/db_min_insert_block_size_bytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema20.properties.db_min_insert_block_size_bytes,data:data10};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(typeof data10 === "string"){
if(!pattern10.test(data10)){
const err31 = {instancePath:instancePath+"/settings/db_min_insert_block_size_bytes",schemaPath:"#/definitions/settings/properties/db_min_insert_block_size_bytes/pattern",keyword:"pattern",params:{pattern: "^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$"},schema:"^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$",parentSchema:schema20.properties.db_min_insert_block_size_bytes,data:data10};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
if(data2.db_max_download_threads !== undefined && func0.call(data2, "db_max_download_threads")){
let data11 = data2.db_max_download_threads;
if((!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))) && (data11 !== null)){
const err32 = {instancePath:instancePath+"/settings/db_max_download_threads",schemaPath:"#/definitions/settings/properties/db_max_download_threads/type",keyword:"type",params:{type: schema20.properties.db_max_download_threads.type},schema:schema20.properties.db_max_download_threads.type,parentSchema:schema20.properties.db_max_download_threads,data:data11};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 32 || isNaN(data11)){
const err33 = {instancePath:instancePath+"/settings/db_max_download_threads",schemaPath:"#/definitions/settings/properties/db_max_download_threads/maximum",keyword:"maximum",params:{comparison: "<=", limit: 32},schema:32,parentSchema:schema20.properties.db_max_download_threads,data:data11};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(data11 < 0 || isNaN(data11)){
const err34 = {instancePath:instancePath+"/settings/db_max_download_threads",schemaPath:"#/definitions/settings/properties/db_max_download_threads/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema20.properties.db_max_download_threads,data:data11};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
if(data2.db_parallel_distributed_insert_select !== undefined && func0.call(data2, "db_parallel_distributed_insert_select")){
let data12 = data2.db_parallel_distributed_insert_select;
if((!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))) && (data12 !== null)){
const err35 = {instancePath:instancePath+"/settings/db_parallel_distributed_insert_select",schemaPath:"#/definitions/settings/properties/db_parallel_distributed_insert_select/type",keyword:"type",params:{type: schema20.properties.db_parallel_distributed_insert_select.type},schema:schema20.properties.db_parallel_distributed_insert_select.type,parentSchema:schema20.properties.db_parallel_distributed_insert_select,data:data12};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 2 || isNaN(data12)){
const err36 = {instancePath:instancePath+"/settings/db_parallel_distributed_insert_select",schemaPath:"#/definitions/settings/properties/db_parallel_distributed_insert_select/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2},schema:2,parentSchema:schema20.properties.db_parallel_distributed_insert_select,data:data12};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(data12 < 0 || isNaN(data12)){
const err37 = {instancePath:instancePath+"/settings/db_parallel_distributed_insert_select",schemaPath:"#/definitions/settings/properties/db_parallel_distributed_insert_select/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema20.properties.db_parallel_distributed_insert_select,data:data12};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
}
if(data2.object_storage_use_cluster_function !== undefined && func0.call(data2, "object_storage_use_cluster_function")){
let data13 = data2.object_storage_use_cluster_function;
if((typeof data13 !== "boolean") && (data13 !== null)){
const err38 = {instancePath:instancePath+"/settings/object_storage_use_cluster_function",schemaPath:"#/definitions/settings/properties/object_storage_use_cluster_function/type",keyword:"type",params:{type: schema20.properties.object_storage_use_cluster_function.type},schema:schema20.properties.object_storage_use_cluster_function.type,parentSchema:schema20.properties.object_storage_use_cluster_function,data:data13};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data2.db_parallel_view_processing !== undefined && func0.call(data2, "db_parallel_view_processing")){
let data14 = data2.db_parallel_view_processing;
if((typeof data14 !== "boolean") && (data14 !== null)){
const err39 = {instancePath:instancePath+"/settings/db_parallel_view_processing",schemaPath:"#/definitions/settings/properties/db_parallel_view_processing/type",keyword:"type",params:{type: schema20.properties.db_parallel_view_processing.type},schema:schema20.properties.db_parallel_view_processing.type,parentSchema:schema20.properties.db_parallel_view_processing,data:data14};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
else {
const err40 = {instancePath:instancePath+"/settings",schemaPath:"#/definitions/settings/type",keyword:"type",params:{type: "object"},schema:schema20.type,parentSchema:schema20,data:data2};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data.scaling !== undefined && func0.call(data, "scaling")){
let data15 = data.scaling;
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
for(const key2 of Object.keys(data15)){
if(!((((key2 === "replicas") || (key2 === "concurrency")) || (key2 === "replicaCpuMillicores")) || (key2 === "replicaMemoryGb"))){
const err41 = {instancePath:instancePath+"/scaling",schemaPath:"#/definitions/scaling/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},schema:false,parentSchema:schema21,data:data15};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data15.replicas !== undefined && func0.call(data15, "replicas")){
let data16 = data15.replicas;
if(((!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))) && (!(data16 && typeof data16 == "object" && !Array.isArray(data16)))) && (data16 !== null)){
const err42 = {instancePath:instancePath+"/scaling/replicas",schemaPath:"#/definitions/scaling/properties/replicas/type",keyword:"type",params:{type: schema21.properties.replicas.type},schema:schema21.properties.replicas.type,parentSchema:schema21.properties.replicas,data:data16};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 10 || isNaN(data16)){
const err43 = {instancePath:instancePath+"/scaling/replicas",schemaPath:"#/definitions/scaling/properties/replicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10},schema:10,parentSchema:schema21.properties.replicas,data:data16};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(data16 < 1 || isNaN(data16)){
const err44 = {instancePath:instancePath+"/scaling/replicas",schemaPath:"#/definitions/scaling/properties/replicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema21.properties.replicas,data:data16};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
if((data16.min === undefined) || (!(func0.call(data16, "min")))){
const err45 = {instancePath:instancePath+"/scaling/replicas",schemaPath:"#/definitions/scaling/properties/replicas/required",keyword:"required",params:{missingProperty: "min"},schema:schema21.properties.replicas.required,parentSchema:schema21.properties.replicas,data:data16};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if((data16.max === undefined) || (!(func0.call(data16, "max")))){
const err46 = {instancePath:instancePath+"/scaling/replicas",schemaPath:"#/definitions/scaling/properties/replicas/required",keyword:"required",params:{missingProperty: "max"},schema:schema21.properties.replicas.required,parentSchema:schema21.properties.replicas,data:data16};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
for(const key3 of Object.keys(data16)){
if(!(((key3 === "min") || (key3 === "max")) || (key3 === "target"))){
const err47 = {instancePath:instancePath+"/scaling/replicas",schemaPath:"#/definitions/scaling/properties/replicas/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},schema:false,parentSchema:schema21.properties.replicas,data:data16};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data16.min !== undefined && func0.call(data16, "min")){
let data17 = data16.min;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
const err48 = {instancePath:instancePath+"/scaling/replicas/min",schemaPath:"#/definitions/scaling/properties/replicas/properties/min/type",keyword:"type",params:{type: "integer"},schema:schema21.properties.replicas.properties.min.type,parentSchema:schema21.properties.replicas.properties.min,data:data17};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 > 10 || isNaN(data17)){
const err49 = {instancePath:instancePath+"/scaling/replicas/min",schemaPath:"#/definitions/scaling/properties/replicas/properties/min/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10},schema:10,parentSchema:schema21.properties.replicas.properties.min,data:data17};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
if(data17 < 1 || isNaN(data17)){
const err50 = {instancePath:instancePath+"/scaling/replicas/min",schemaPath:"#/definitions/scaling/properties/replicas/properties/min/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema21.properties.replicas.properties.min,data:data17};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
}
if(data16.max !== undefined && func0.call(data16, "max")){
let data18 = data16.max;
if(!(((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18))) && (isFinite(data18)))){
const err51 = {instancePath:instancePath+"/scaling/replicas/max",schemaPath:"#/definitions/scaling/properties/replicas/properties/max/type",keyword:"type",params:{type: "integer"},schema:schema21.properties.replicas.properties.max.type,parentSchema:schema21.properties.replicas.properties.max,data:data18};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 > 10 || isNaN(data18)){
const err52 = {instancePath:instancePath+"/scaling/replicas/max",schemaPath:"#/definitions/scaling/properties/replicas/properties/max/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10},schema:10,parentSchema:schema21.properties.replicas.properties.max,data:data18};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
if(data18 < 1 || isNaN(data18)){
const err53 = {instancePath:instancePath+"/scaling/replicas/max",schemaPath:"#/definitions/scaling/properties/replicas/properties/max/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema21.properties.replicas.properties.max,data:data18};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
}
if(data16.target !== undefined && func0.call(data16, "target")){
let data19 = data16.target;
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
if((data19.check === undefined) || (!(func0.call(data19, "check")))){
const err54 = {instancePath:instancePath+"/scaling/replicas/target",schemaPath:"#/definitions/scaling/properties/replicas/properties/target/required",keyword:"required",params:{missingProperty: "check"},schema:schema21.properties.replicas.properties.target.required,parentSchema:schema21.properties.replicas.properties.target,data:data19};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if((data19.value === undefined) || (!(func0.call(data19, "value")))){
const err55 = {instancePath:instancePath+"/scaling/replicas/target",schemaPath:"#/definitions/scaling/properties/replicas/properties/target/required",keyword:"required",params:{missingProperty: "value"},schema:schema21.properties.replicas.properties.target.required,parentSchema:schema21.properties.replicas.properties.target,data:data19};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
for(const key4 of Object.keys(data19)){
if(!((((key4 === "check") || (key4 === "value")) || (key4 === "tolerance")) || (key4 === "stabilizationWindow"))){
const err56 = {instancePath:instancePath+"/scaling/replicas/target",schemaPath:"#/definitions/scaling/properties/replicas/properties/target/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},schema:false,parentSchema:schema21.properties.replicas.properties.target,data:data19};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data19.check !== undefined && func0.call(data19, "check")){
let data20 = data19.check;
if(typeof data20 !== "string"){
const err57 = {instancePath:instancePath+"/scaling/replicas/target/check",schemaPath:"#/definitions/scaling/properties/replicas/properties/target/properties/check/type",keyword:"type",params:{type: "string"},schema:schema21.properties.replicas.properties.target.properties.check.type,parentSchema:schema21.properties.replicas.properties.target.properties.check,data:data20};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data19.value !== undefined && func0.call(data19, "value")){
let data21 = data19.value;
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 <= 0 || isNaN(data21)){
const err58 = {instancePath:instancePath+"/scaling/replicas/target/value",schemaPath:"#/definitions/scaling/properties/replicas/properties/target/properties/value/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},schema:0,parentSchema:schema21.properties.replicas.properties.target.properties.value,data:data21};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
else {
const err59 = {instancePath:instancePath+"/scaling/replicas/target/value",schemaPath:"#/definitions/scaling/properties/replicas/properties/target/properties/value/type",keyword:"type",params:{type: "number"},schema:schema21.properties.replicas.properties.target.properties.value.type,parentSchema:schema21.properties.replicas.properties.target.properties.value,data:data21};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
if(data19.tolerance !== undefined && func0.call(data19, "tolerance")){
let data22 = data19.tolerance;
if((typeof data22 == "number") && (isFinite(data22))){
if(data22 > 1 || isNaN(data22)){
const err60 = {instancePath:instancePath+"/scaling/replicas/target/tolerance",schemaPath:"#/definitions/scaling/properties/replicas/properties/target/properties/tolerance/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},schema:1,parentSchema:schema21.properties.replicas.properties.target.properties.tolerance,data:data22};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
if(data22 < 0 || isNaN(data22)){
const err61 = {instancePath:instancePath+"/scaling/replicas/target/tolerance",schemaPath:"#/definitions/scaling/properties/replicas/properties/target/properties/tolerance/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema21.properties.replicas.properties.target.properties.tolerance,data:data22};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
else {
const err62 = {instancePath:instancePath+"/scaling/replicas/target/tolerance",schemaPath:"#/definitions/scaling/properties/replicas/properties/target/properties/tolerance/type",keyword:"type",params:{type: "number"},schema:schema21.properties.replicas.properties.target.properties.tolerance.type,parentSchema:schema21.properties.replicas.properties.target.properties.tolerance,data:data22};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
if(data19.stabilizationWindow !== undefined && func0.call(data19, "stabilizationWindow")){
let data23 = data19.stabilizationWindow;
if(typeof data23 === "string"){
if(!pattern3.test(data23)){
const err63 = {instancePath:instancePath+"/scaling/replicas/target/stabilizationWindow",schemaPath:"#/definitions/scaling/properties/replicas/properties/target/properties/stabilizationWindow/pattern",keyword:"pattern",params:{pattern: "^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$"},schema:"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$",parentSchema:schema21.properties.replicas.properties.target.properties.stabilizationWindow,data:data23};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
else {
const err64 = {instancePath:instancePath+"/scaling/replicas/target/stabilizationWindow",schemaPath:"#/definitions/scaling/properties/replicas/properties/target/properties/stabilizationWindow/type",keyword:"type",params:{type: "string"},schema:schema21.properties.replicas.properties.target.properties.stabilizationWindow.type,parentSchema:schema21.properties.replicas.properties.target.properties.stabilizationWindow,data:data23};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
}
else {
const err65 = {instancePath:instancePath+"/scaling/replicas/target",schemaPath:"#/definitions/scaling/properties/replicas/properties/target/type",keyword:"type",params:{type: "object"},schema:schema21.properties.replicas.properties.target.type,parentSchema:schema21.properties.replicas.properties.target,data:data19};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
}
}
if(data15.concurrency !== undefined && func0.call(data15, "concurrency")){
let data24 = data15.concurrency;
if(((!(((typeof data24 == "number") && (!(data24 % 1) && !isNaN(data24))) && (isFinite(data24)))) && (!(data24 && typeof data24 == "object" && !Array.isArray(data24)))) && (data24 !== null)){
const err66 = {instancePath:instancePath+"/scaling/concurrency",schemaPath:"#/definitions/scaling/properties/concurrency/type",keyword:"type",params:{type: schema21.properties.concurrency.type},schema:schema21.properties.concurrency.type,parentSchema:schema21.properties.concurrency,data:data24};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 > 34 || isNaN(data24)){
const err67 = {instancePath:instancePath+"/scaling/concurrency",schemaPath:"#/definitions/scaling/properties/concurrency/maximum",keyword:"maximum",params:{comparison: "<=", limit: 34},schema:34,parentSchema:schema21.properties.concurrency,data:data24};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
if(data24 < 0 || isNaN(data24)){
const err68 = {instancePath:instancePath+"/scaling/concurrency",schemaPath:"#/definitions/scaling/properties/concurrency/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema21.properties.concurrency,data:data24};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
if(data24 && typeof data24 == "object" && !Array.isArray(data24)){
if((data24.min === undefined) || (!(func0.call(data24, "min")))){
const err69 = {instancePath:instancePath+"/scaling/concurrency",schemaPath:"#/definitions/scaling/properties/concurrency/required",keyword:"required",params:{missingProperty: "min"},schema:schema21.properties.concurrency.required,parentSchema:schema21.properties.concurrency,data:data24};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
if((data24.max === undefined) || (!(func0.call(data24, "max")))){
const err70 = {instancePath:instancePath+"/scaling/concurrency",schemaPath:"#/definitions/scaling/properties/concurrency/required",keyword:"required",params:{missingProperty: "max"},schema:schema21.properties.concurrency.required,parentSchema:schema21.properties.concurrency,data:data24};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
for(const key5 of Object.keys(data24)){
if(!((key5 === "min") || (key5 === "max"))){
const err71 = {instancePath:instancePath+"/scaling/concurrency",schemaPath:"#/definitions/scaling/properties/concurrency/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},schema:false,parentSchema:schema21.properties.concurrency,data:data24};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
if(data24.min !== undefined && func0.call(data24, "min")){
let data25 = data24.min;
if(!(((typeof data25 == "number") && (!(data25 % 1) && !isNaN(data25))) && (isFinite(data25)))){
const err72 = {instancePath:instancePath+"/scaling/concurrency/min",schemaPath:"#/definitions/scaling/properties/concurrency/properties/min/type",keyword:"type",params:{type: "integer"},schema:schema21.properties.concurrency.properties.min.type,parentSchema:schema21.properties.concurrency.properties.min,data:data25};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 > 34 || isNaN(data25)){
const err73 = {instancePath:instancePath+"/scaling/concurrency/min",schemaPath:"#/definitions/scaling/properties/concurrency/properties/min/maximum",keyword:"maximum",params:{comparison: "<=", limit: 34},schema:34,parentSchema:schema21.properties.concurrency.properties.min,data:data25};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
if(data25 < 0 || isNaN(data25)){
const err74 = {instancePath:instancePath+"/scaling/concurrency/min",schemaPath:"#/definitions/scaling/properties/concurrency/properties/min/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema21.properties.concurrency.properties.min,data:data25};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
}
if(data24.max !== undefined && func0.call(data24, "max")){
let data26 = data24.max;
if(!(((typeof data26 == "number") && (!(data26 % 1) && !isNaN(data26))) && (isFinite(data26)))){
const err75 = {instancePath:instancePath+"/scaling/concurrency/max",schemaPath:"#/definitions/scaling/properties/concurrency/properties/max/type",keyword:"type",params:{type: "integer"},schema:schema21.properties.concurrency.properties.max.type,parentSchema:schema21.properties.concurrency.properties.max,data:data26};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
if((typeof data26 == "number") && (isFinite(data26))){
if(data26 > 34 || isNaN(data26)){
const err76 = {instancePath:instancePath+"/scaling/concurrency/max",schemaPath:"#/definitions/scaling/properties/concurrency/properties/max/maximum",keyword:"maximum",params:{comparison: "<=", limit: 34},schema:34,parentSchema:schema21.properties.concurrency.properties.max,data:data26};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
if(data26 < 0 || isNaN(data26)){
const err77 = {instancePath:instancePath+"/scaling/concurrency/max",schemaPath:"#/definitions/scaling/properties/concurrency/properties/max/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema21.properties.concurrency.properties.max,data:data26};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
}
}
}
if(data15.replicaCpuMillicores !== undefined && func0.call(data15, "replicaCpuMillicores")){
let data27 = data15.replicaCpuMillicores;
if(((!(((typeof data27 == "number") && (!(data27 % 1) && !isNaN(data27))) && (isFinite(data27)))) && (!(data27 && typeof data27 == "object" && !Array.isArray(data27)))) && (data27 !== null)){
const err78 = {instancePath:instancePath+"/scaling/replicaCpuMillicores",schemaPath:"#/definitions/scaling/properties/replicaCpuMillicores/type",keyword:"type",params:{type: schema21.properties.replicaCpuMillicores.type},schema:schema21.properties.replicaCpuMillicores.type,parentSchema:schema21.properties.replicaCpuMillicores,data:data27};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
if((typeof data27 == "number") && (isFinite(data27))){
if(data27 > 2000 || isNaN(data27)){
const err79 = {instancePath:instancePath+"/scaling/replicaCpuMillicores",schemaPath:"#/definitions/scaling/properties/replicaCpuMillicores/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2000},schema:2000,parentSchema:schema21.properties.replicaCpuMillicores,data:data27};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
if(data27 < 125 || isNaN(data27)){
const err80 = {instancePath:instancePath+"/scaling/replicaCpuMillicores",schemaPath:"#/definitions/scaling/properties/replicaCpuMillicores/minimum",keyword:"minimum",params:{comparison: ">=", limit: 125},schema:125,parentSchema:schema21.properties.replicaCpuMillicores,data:data27};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
if((data27.min === undefined) || (!(func0.call(data27, "min")))){
const err81 = {instancePath:instancePath+"/scaling/replicaCpuMillicores",schemaPath:"#/definitions/scaling/properties/replicaCpuMillicores/required",keyword:"required",params:{missingProperty: "min"},schema:schema21.properties.replicaCpuMillicores.required,parentSchema:schema21.properties.replicaCpuMillicores,data:data27};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
if((data27.max === undefined) || (!(func0.call(data27, "max")))){
const err82 = {instancePath:instancePath+"/scaling/replicaCpuMillicores",schemaPath:"#/definitions/scaling/properties/replicaCpuMillicores/required",keyword:"required",params:{missingProperty: "max"},schema:schema21.properties.replicaCpuMillicores.required,parentSchema:schema21.properties.replicaCpuMillicores,data:data27};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
for(const key6 of Object.keys(data27)){
if(!((key6 === "min") || (key6 === "max"))){
const err83 = {instancePath:instancePath+"/scaling/replicaCpuMillicores",schemaPath:"#/definitions/scaling/properties/replicaCpuMillicores/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},schema:false,parentSchema:schema21.properties.replicaCpuMillicores,data:data27};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
if(data27.min !== undefined && func0.call(data27, "min")){
let data28 = data27.min;
if(!(((typeof data28 == "number") && (!(data28 % 1) && !isNaN(data28))) && (isFinite(data28)))){
const err84 = {instancePath:instancePath+"/scaling/replicaCpuMillicores/min",schemaPath:"#/definitions/scaling/properties/replicaCpuMillicores/properties/min/type",keyword:"type",params:{type: "integer"},schema:schema21.properties.replicaCpuMillicores.properties.min.type,parentSchema:schema21.properties.replicaCpuMillicores.properties.min,data:data28};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
if((typeof data28 == "number") && (isFinite(data28))){
if(data28 > 2000 || isNaN(data28)){
const err85 = {instancePath:instancePath+"/scaling/replicaCpuMillicores/min",schemaPath:"#/definitions/scaling/properties/replicaCpuMillicores/properties/min/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2000},schema:2000,parentSchema:schema21.properties.replicaCpuMillicores.properties.min,data:data28};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
if(data28 < 125 || isNaN(data28)){
const err86 = {instancePath:instancePath+"/scaling/replicaCpuMillicores/min",schemaPath:"#/definitions/scaling/properties/replicaCpuMillicores/properties/min/minimum",keyword:"minimum",params:{comparison: ">=", limit: 125},schema:125,parentSchema:schema21.properties.replicaCpuMillicores.properties.min,data:data28};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
}
if(data27.max !== undefined && func0.call(data27, "max")){
let data29 = data27.max;
if(!(((typeof data29 == "number") && (!(data29 % 1) && !isNaN(data29))) && (isFinite(data29)))){
const err87 = {instancePath:instancePath+"/scaling/replicaCpuMillicores/max",schemaPath:"#/definitions/scaling/properties/replicaCpuMillicores/properties/max/type",keyword:"type",params:{type: "integer"},schema:schema21.properties.replicaCpuMillicores.properties.max.type,parentSchema:schema21.properties.replicaCpuMillicores.properties.max,data:data29};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
if((typeof data29 == "number") && (isFinite(data29))){
if(data29 > 2000 || isNaN(data29)){
const err88 = {instancePath:instancePath+"/scaling/replicaCpuMillicores/max",schemaPath:"#/definitions/scaling/properties/replicaCpuMillicores/properties/max/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2000},schema:2000,parentSchema:schema21.properties.replicaCpuMillicores.properties.max,data:data29};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
if(data29 < 125 || isNaN(data29)){
const err89 = {instancePath:instancePath+"/scaling/replicaCpuMillicores/max",schemaPath:"#/definitions/scaling/properties/replicaCpuMillicores/properties/max/minimum",keyword:"minimum",params:{comparison: ">=", limit: 125},schema:125,parentSchema:schema21.properties.replicaCpuMillicores.properties.max,data:data29};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
}
}
}
}
if(data15.replicaMemoryGb !== undefined && func0.call(data15, "replicaMemoryGb")){
let data30 = data15.replicaMemoryGb;
if(((!((typeof data30 == "number") && (isFinite(data30)))) && (!(data30 && typeof data30 == "object" && !Array.isArray(data30)))) && (data30 !== null)){
const err90 = {instancePath:instancePath+"/scaling/replicaMemoryGb",schemaPath:"#/definitions/scaling/properties/replicaMemoryGb/type",keyword:"type",params:{type: schema21.properties.replicaMemoryGb.type},schema:schema21.properties.replicaMemoryGb.type,parentSchema:schema21.properties.replicaMemoryGb,data:data30};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
if((typeof data30 == "number") && (isFinite(data30))){
if(data30 > 8 || isNaN(data30)){
const err91 = {instancePath:instancePath+"/scaling/replicaMemoryGb",schemaPath:"#/definitions/scaling/properties/replicaMemoryGb/maximum",keyword:"maximum",params:{comparison: "<=", limit: 8},schema:8,parentSchema:schema21.properties.replicaMemoryGb,data:data30};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
if(data30 < 0.5 || isNaN(data30)){
const err92 = {instancePath:instancePath+"/scaling/replicaMemoryGb",schemaPath:"#/definitions/scaling/properties/replicaMemoryGb/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0.5},schema:0.5,parentSchema:schema21.properties.replicaMemoryGb,data:data30};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
}
if(data30 && typeof data30 == "object" && !Array.isArray(data30)){
if((data30.min === undefined) || (!(func0.call(data30, "min")))){
const err93 = {instancePath:instancePath+"/scaling/replicaMemoryGb",schemaPath:"#/definitions/scaling/properties/replicaMemoryGb/required",keyword:"required",params:{missingProperty: "min"},schema:schema21.properties.replicaMemoryGb.required,parentSchema:schema21.properties.replicaMemoryGb,data:data30};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
if((data30.max === undefined) || (!(func0.call(data30, "max")))){
const err94 = {instancePath:instancePath+"/scaling/replicaMemoryGb",schemaPath:"#/definitions/scaling/properties/replicaMemoryGb/required",keyword:"required",params:{missingProperty: "max"},schema:schema21.properties.replicaMemoryGb.required,parentSchema:schema21.properties.replicaMemoryGb,data:data30};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
for(const key7 of Object.keys(data30)){
if(!((key7 === "min") || (key7 === "max"))){
const err95 = {instancePath:instancePath+"/scaling/replicaMemoryGb",schemaPath:"#/definitions/scaling/properties/replicaMemoryGb/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},schema:false,parentSchema:schema21.properties.replicaMemoryGb,data:data30};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
}
if(data30.min !== undefined && func0.call(data30, "min")){
let data31 = data30.min;
if((typeof data31 == "number") && (isFinite(data31))){
if(data31 > 8 || isNaN(data31)){
const err96 = {instancePath:instancePath+"/scaling/replicaMemoryGb/min",schemaPath:"#/definitions/scaling/properties/replicaMemoryGb/properties/min/maximum",keyword:"maximum",params:{comparison: "<=", limit: 8},schema:8,parentSchema:schema21.properties.replicaMemoryGb.properties.min,data:data31};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
if(data31 < 0.5 || isNaN(data31)){
const err97 = {instancePath:instancePath+"/scaling/replicaMemoryGb/min",schemaPath:"#/definitions/scaling/properties/replicaMemoryGb/properties/min/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0.5},schema:0.5,parentSchema:schema21.properties.replicaMemoryGb.properties.min,data:data31};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
}
else {
const err98 = {instancePath:instancePath+"/scaling/replicaMemoryGb/min",schemaPath:"#/definitions/scaling/properties/replicaMemoryGb/properties/min/type",keyword:"type",params:{type: "number"},schema:schema21.properties.replicaMemoryGb.properties.min.type,parentSchema:schema21.properties.replicaMemoryGb.properties.min,data:data31};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
}
if(data30.max !== undefined && func0.call(data30, "max")){
let data32 = data30.max;
if((typeof data32 == "number") && (isFinite(data32))){
if(data32 > 8 || isNaN(data32)){
const err99 = {instancePath:instancePath+"/scaling/replicaMemoryGb/max",schemaPath:"#/definitions/scaling/properties/replicaMemoryGb/properties/max/maximum",keyword:"maximum",params:{comparison: "<=", limit: 8},schema:8,parentSchema:schema21.properties.replicaMemoryGb.properties.max,data:data32};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
if(data32 < 0.5 || isNaN(data32)){
const err100 = {instancePath:instancePath+"/scaling/replicaMemoryGb/max",schemaPath:"#/definitions/scaling/properties/replicaMemoryGb/properties/max/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0.5},schema:0.5,parentSchema:schema21.properties.replicaMemoryGb.properties.max,data:data32};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
}
else {
const err101 = {instancePath:instancePath+"/scaling/replicaMemoryGb/max",schemaPath:"#/definitions/scaling/properties/replicaMemoryGb/properties/max/type",keyword:"type",params:{type: "number"},schema:schema21.properties.replicaMemoryGb.properties.max.type,parentSchema:schema21.properties.replicaMemoryGb.properties.max,data:data32};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
}
}
}
}
else {
const err102 = {instancePath:instancePath+"/scaling",schemaPath:"#/definitions/scaling/type",keyword:"type",params:{type: "object"},schema:schema21.type,parentSchema:schema21,data:data15};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
}
if(data.ignore !== undefined && func0.call(data, "ignore")){
let data33 = data.ignore;
if(Array.isArray(data33)){
const len0 = data33.length;
for(let i0=0; i0<len0; i0++){
let data34 = data33[i0];
if(typeof data34 === "string"){
if(!pattern13.test(data34)){
const err103 = {instancePath:instancePath+"/ignore/" + i0,schemaPath:"#/definitions/ignore/items/pattern",keyword:"pattern",params:{pattern: "^(settings|scaling)\\.[A-Za-z0-9_]+$"},schema:"^(settings|scaling)\\.[A-Za-z0-9_]+$",parentSchema:schema22.items,data:data34};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
}
else {
const err104 = {instancePath:instancePath+"/ignore/" + i0,schemaPath:"#/definitions/ignore/items/type",keyword:"type",params:{type: "string"},schema:schema22.items.type,parentSchema:schema22.items,data:data34};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
}
}
else {
const err105 = {instancePath:instancePath+"/ignore",schemaPath:"#/definitions/ignore/type",keyword:"type",params:{type: "array"},schema:schema22.type,parentSchema:schema22,data:data33};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
}
if(data.protect !== undefined && func0.call(data, "protect")){
let data35 = data.protect;
if(typeof data35 !== "boolean"){
const err106 = {instancePath:instancePath+"/protect",schemaPath:"#/definitions/protect/type",keyword:"type",params:{type: "boolean"},schema:schema23.type,parentSchema:schema23,data:data35};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
}
if(data.acknowledge !== undefined && func0.call(data, "acknowledge")){
let data36 = data.acknowledge;
if(Array.isArray(data36)){
const len1 = data36.length;
for(let i1=0; i1<len1; i1++){
let data37 = data36[i1];
if(data37 && typeof data37 == "object" && !Array.isArray(data37)){
if((data37.path === undefined) || (!(func0.call(data37, "path")))){
const err107 = {instancePath:instancePath+"/acknowledge/" + i1,schemaPath:"#/definitions/acknowledge/items/required",keyword:"required",params:{missingProperty: "path"},schema:schema24.items.required,parentSchema:schema24.items,data:data37};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
if((data37.reason === undefined) || (!(func0.call(data37, "reason")))){
const err108 = {instancePath:instancePath+"/acknowledge/" + i1,schemaPath:"#/definitions/acknowledge/items/required",keyword:"required",params:{missingProperty: "reason"},schema:schema24.items.required,parentSchema:schema24.items,data:data37};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
if((data37.until === undefined) || (!(func0.call(data37, "until")))){
const err109 = {instancePath:instancePath+"/acknowledge/" + i1,schemaPath:"#/definitions/acknowledge/items/required",keyword:"required",params:{missingProperty: "until"},schema:schema24.items.required,parentSchema:schema24.items,data:data37};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
for(const key8 of Object.keys(data37)){
if(!(((key8 === "path") || (key8 === "reason")) || (key8 === "until"))){
const err110 = {instancePath:instancePath+"/acknowledge/" + i1,schemaPath:"#/definitions/acknowledge/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8},schema:false,parentSchema:schema24.items,data:data37};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
}
if(data37.path !== undefined && func0.call(data37, "path")){
let data38 = data37.path;
if(typeof data38 === "string"){
if(!pattern13.test(data38)){
const err111 = {instancePath:instancePath+"/acknowledge/" + i1+"/path",schemaPath:"#/definitions/acknowledge/items/properties/path/pattern",keyword:"pattern",params:{pattern: "^(settings|scaling)\\.[A-Za-z0-9_]+$"},schema:"^(settings|scaling)\\.[A-Za-z0-9_]+$",parentSchema:schema24.items.properties.path,data:data38};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
}
else {
const err112 = {instancePath:instancePath+"/acknowledge/" + i1+"/path",schemaPath:"#/definitions/acknowledge/items/properties/path/type",keyword:"type",params:{type: "string"},schema:schema24.items.properties.path.type,parentSchema:schema24.items.properties.path,data:data38};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
}
if(data37.reason !== undefined && func0.call(data37, "reason")){
let data39 = data37.reason;
if(typeof data39 === "string"){
if(!pattern0.test(data39)){
const err113 = {instancePath:instancePath+"/acknowledge/" + i1+"/reason",schemaPath:"#/definitions/acknowledge/items/properties/reason/pattern",keyword:"pattern",params:{pattern: "\\S"},schema:"\\S",parentSchema:schema24.items.properties.reason,data:data39};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
}
else {
const err114 = {instancePath:instancePath+"/acknowledge/" + i1+"/reason",schemaPath:"#/definitions/acknowledge/items/properties/reason/type",keyword:"type",params:{type: "string"},schema:schema24.items.properties.reason.type,parentSchema:schema24.items.properties.reason,data:data39};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
}
if(data37.until !== undefined && func0.call(data37, "until")){
let data40 = data37.until;
if(typeof data40 === "string"){
if(!pattern16.test(data40)){
const err115 = {instancePath:instancePath+"/acknowledge/" + i1+"/until",schemaPath:"#/definitions/acknowledge/items/properties/until/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}$",parentSchema:schema24.items.properties.until,data:data40};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
}
else {
const err116 = {instancePath:instancePath+"/acknowledge/" + i1+"/until",schemaPath:"#/definitions/acknowledge/items/properties/until/type",keyword:"type",params:{type: "string"},schema:schema24.items.properties.until.type,parentSchema:schema24.items.properties.until,data:data40};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
}
}
else {
const err117 = {instancePath:instancePath+"/acknowledge/" + i1,schemaPath:"#/definitions/acknowledge/items/type",keyword:"type",params:{type: "object"},schema:schema24.items.type,parentSchema:schema24.items,data:data37};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
}
}
else {
const err118 = {instancePath:instancePath+"/acknowledge",schemaPath:"#/definitions/acknowledge/type",keyword:"type",params:{type: "array"},schema:schema24.type,parentSchema:schema24,data:data36};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
}
if(data.checks !== undefined && func0.call(data, "checks")){
let data41 = data.checks;
if(Array.isArray(data41)){
const len2 = data41.length;
for(let i2=0; i2<len2; i2++){
let data42 = data41[i2];
if(typeof data42 !== "string"){
const err119 = {instancePath:instancePath+"/checks/" + i2,schemaPath:"#/definitions/checkNames/items/type",keyword:"type",params:{type: "string"},schema:schema25.items.type,parentSchema:schema25.items,data:data42};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
}
}
else {
const err120 = {instancePath:instancePath+"/checks",schemaPath:"#/definitions/checkNames/type",keyword:"type",params:{type: "array"},schema:schema25.type,parentSchema:schema25,data:data41};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
}
}
else {
const err121 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema17.type,parentSchema:schema17,data};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
validate12.errors = vErrors;
return errors === 0;
}


function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
const _errs1 = errors;
if(typeof key0 === "string"){
if(!pattern5.test(key0)){
const err0 = {instancePath,schemaPath:"#/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},schema:"^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$",parentSchema:schema16.propertyNames,data:key0,propertyName:key0};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
const err1 = {instancePath,schemaPath:"#/propertyNames",keyword:"propertyNames",params:{propertyName: key0},schema:schema16.propertyNames,parentSchema:schema16,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
for(const key1 of Object.keys(data)){
if(!(validate12(data[key1], {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data,parentDataProperty:key1,rootData}))){
vErrors = joinErrors(vErrors, validate12.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema16.type,parentSchema:schema16,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate11.errors = vErrors;
return errors === 0;
}

const schema26 = {"type":"object","propertyNames":{"pattern":"^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},"additionalProperties":{"$ref":"#/definitions/pipe"},"x-names":"pipe"};
const schema27 = {"type":"object","additionalProperties":false,"properties":{"service":{"$ref":"#/definitions/serviceName"},"id":{"type":"string","pattern":"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$","x-expected":"a uuid such as 0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001"},"name":{"type":"string","pattern":"\\S","x-expected":"text that is not blank"},"preset":{"type":["string","array"],"items":{"type":"string"},"x-expected":"the name of a preset or a list of names"},"source":{"$ref":"#/definitions/source"},"settings":{"$ref":"#/definitions/settings"},"scaling":{"$ref":"#/definitions/scaling"},"ignore":{"$ref":"#/definitions/ignore"},"protect":{"$ref":"#/definitions/protect"},"acknowledge":{"$ref":"#/definitions/acknowledge"},"checks":{"$ref":"#/definitions/checkNames"}}};

function validate16(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(!(func0.call(schema27.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema27,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.service !== undefined && func0.call(data, "service")){
let data0 = data.service;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/service",schemaPath:"#/definitions/serviceName/type",keyword:"type",params:{type: "string"},schema:schema18.type,parentSchema:schema18,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.id !== undefined && func0.call(data, "id")){
let data1 = data.id;
if(typeof data1 === "string"){
if(!pattern2.test(data1)){
const err2 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"},schema:"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",parentSchema:schema27.properties.id,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},schema:schema27.properties.id.type,parentSchema:schema27.properties.id,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.name !== undefined && func0.call(data, "name")){
let data2 = data.name;
if(typeof data2 === "string"){
if(!pattern0.test(data2)){
const err4 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "\\S"},schema:"\\S",parentSchema:schema27.properties.name,data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},schema:schema27.properties.name.type,parentSchema:schema27.properties.name,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.preset !== undefined && func0.call(data, "preset")){
let data3 = data.preset;
if((typeof data3 !== "string") && (!(Array.isArray(data3)))){
const err6 = {instancePath:instancePath+"/preset",schemaPath:"#/properties/preset/type",keyword:"type",params:{type: schema27.properties.preset.type},schema:schema27.properties.preset.type,parentSchema:schema27.properties.preset,data:data3};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(Array.isArray(data3)){
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(typeof data4 !== "string"){
const err7 = {instancePath:instancePath+"/preset/" + i0,schemaPath:"#/properties/preset/items/type",keyword:"type",params:{type: "string"},schema:schema27.properties.preset.items.type,parentSchema:schema27.properties.preset.items,data:data4};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
}
if(data.source !== undefined && func0.call(data, "source")){
let data5 = data.source;
if(!((((data5 === "kafka") || (data5 === "objectStorage")) || (data5 === "kinesis")) || (data5 === "postgres"))){
const err8 = {instancePath:instancePath+"/source",schemaPath:"#/definitions/source/enum",keyword:"enum",params:{allowedValues: schema19.enum},schema:schema19.enum,parentSchema:schema19,data:data5};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.settings !== undefined && func0.call(data, "settings")){
let data6 = data.settings;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
for(const key1 of Object.keys(data6)){
if(!(func0.call(schema20.properties, key1))){
const err9 = {instancePath:instancePath+"/settings",schemaPath:"#/definitions/settings/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},schema:false,parentSchema:schema20,data:data6};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data6.streaming_max_insert_wait_ms !== undefined && func0.call(data6, "streaming_max_insert_wait_ms")){
let data7 = data6.streaming_max_insert_wait_ms;
if(((!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))) && (typeof data7 !== "string")) && (data7 !== null)){
const err10 = {instancePath:instancePath+"/settings/streaming_max_insert_wait_ms",schemaPath:"#/definitions/settings/properties/streaming_max_insert_wait_ms/type",keyword:"type",params:{type: schema20.properties.streaming_max_insert_wait_ms.type},schema:schema20.properties.streaming_max_insert_wait_ms.type,parentSchema:schema20.properties.streaming_max_insert_wait_ms,data:data7};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 60000 || isNaN(data7)){
const err11 = {instancePath:instancePath+"/settings/streaming_max_insert_wait_ms",schemaPath:"#/definitions/settings/properties/streaming_max_insert_wait_ms/maximum",keyword:"maximum",params:{comparison: "<=", limit: 60000},schema:60000,parentSchema:schema20.properties.streaming_max_insert_wait_ms,data:data7};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data7 < 500 || isNaN(data7)){
const err12 = {instancePath:instancePath+"/settings/streaming_max_insert_wait_ms",schemaPath:"#/definitions/settings/properties/streaming_max_insert_wait_ms/minimum",keyword:"minimum",params:{comparison: ">=", limit: 500},schema:500,parentSchema:schema20.properties.streaming_max_insert_wait_ms,data:data7};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(typeof data7 === "string"){
if(!pattern3.test(data7)){
const err13 = {instancePath:instancePath+"/settings/streaming_max_insert_wait_ms",schemaPath:"#/definitions/settings/properties/streaming_max_insert_wait_ms/pattern",keyword:"pattern",params:{pattern: "^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$"},schema:"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$",parentSchema:schema20.properties.streaming_max_insert_wait_ms,data:data7};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
if(data6.object_storage_concurrency !== undefined && func0.call(data6, "object_storage_concurrency")){
let data8 = data6.object_storage_concurrency;
if((!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))) && (data8 !== null)){
const err14 = {instancePath:instancePath+"/settings/object_storage_concurrency",schemaPath:"#/definitions/settings/properties/object_storage_concurrency/type",keyword:"type",params:{type: schema20.properties.object_storage_concurrency.type},schema:schema20.properties.object_storage_concurrency.type,parentSchema:schema20.properties.object_storage_concurrency,data:data8};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 35 || isNaN(data8)){
const err15 = {instancePath:instancePath+"/settings/object_storage_concurrency",schemaPath:"#/definitions/settings/properties/object_storage_concurrency/maximum",keyword:"maximum",params:{comparison: "<=", limit: 35},schema:35,parentSchema:schema20.properties.object_storage_concurrency,data:data8};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data8 < 1 || isNaN(data8)){
const err16 = {instancePath:instancePath+"/settings/object_storage_concurrency",schemaPath:"#/definitions/settings/properties/object_storage_concurrency/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema20.properties.object_storage_concurrency,data:data8};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
if(data6.object_storage_polling_interval_ms !== undefined && func0.call(data6, "object_storage_polling_interval_ms")){
let data9 = data6.object_storage_polling_interval_ms;
if(((!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))) && (typeof data9 !== "string")) && (data9 !== null)){
const err17 = {instancePath:instancePath+"/settings/object_storage_polling_interval_ms",schemaPath:"#/definitions/settings/properties/object_storage_polling_interval_ms/type",keyword:"type",params:{type: schema20.properties.object_storage_polling_interval_ms.type},schema:schema20.properties.object_storage_polling_interval_ms.type,parentSchema:schema20.properties.object_storage_polling_interval_ms,data:data9};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 3600000 || isNaN(data9)){
const err18 = {instancePath:instancePath+"/settings/object_storage_polling_interval_ms",schemaPath:"#/definitions/settings/properties/object_storage_polling_interval_ms/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600000},schema:3600000,parentSchema:schema20.properties.object_storage_polling_interval_ms,data:data9};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data9 < 100 || isNaN(data9)){
const err19 = {instancePath:instancePath+"/settings/object_storage_polling_interval_ms",schemaPath:"#/definitions/settings/properties/object_storage_polling_interval_ms/minimum",keyword:"minimum",params:{comparison: ">=", limit: 100},schema:100,parentSchema:schema20.properties.object_storage_polling_interval_ms,data:data9};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(typeof data9 === "string"){
if(!pattern3.test(data9)){
const err20 = {instancePath:instancePath+"/settings/object_storage_polling_interval_ms",schemaPath:"#/definitions/settings/properties/object_storage_polling_interval_ms/pattern",keyword:"pattern",params:{pattern: "^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$"},schema:"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$",parentSchema:schema20.properties.object_storage_polling_interval_ms,data:data9};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
if(data6.object_storage_max_insert_bytes !== undefined && func0.call(data6, "object_storage_max_insert_bytes")){
let data10 = data6.object_storage_max_insert_bytes;
if(((!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))) && (typeof data10 !== "string")) && (data10 !== null)){
const err21 = {instancePath:instancePath+"/settings/object_storage_max_insert_bytes",schemaPath:"#/definitions/settings/properties/object_storage_max_insert_bytes/type",keyword:"type",params:{type: schema20.properties.object_storage_max_insert_bytes.type},schema:schema20.properties.object_storage_max_insert_bytes.type,parentSchema:schema20.properties.object_storage_max_insert_bytes,data:data10};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 53687091200 || isNaN(data10)){
const err22 = {instancePath:instancePath+"/settings/object_storage_max_insert_bytes",schemaPath:"#/definitions/settings/properties/object_storage_max_insert_bytes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 53687091200},schema:53687091200,parentSchema:schema20.properties.object_storage_max_insert_bytes,data:data10};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data10 < 10485760 || isNaN(data10)){
const err23 = {instancePath:instancePath+"/settings/object_storage_max_insert_bytes",schemaPath:"#/definitions/settings/properties/object_storage_max_insert_bytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 10485760},schema:10485760,parentSchema:schema20.properties.object_storage_max_insert_bytes,data:data10};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(typeof data10 === "string"){
if(!pattern10.test(data10)){
const err24 = {instancePath:instancePath+"/settings/object_storage_max_insert_bytes",schemaPath:"#/definitions/settings/properties/object_storage_max_insert_bytes/pattern",keyword:"pattern",params:{pattern: "^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$"},schema:"^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$",parentSchema:schema20.properties.object_storage_max_insert_bytes,data:data10};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
if(data6.object_storage_max_file_count !== undefined && func0.call(data6, "object_storage_max_file_count")){
let data11 = data6.object_storage_max_file_count;
if((!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))) && (data11 !== null)){
const err25 = {instancePath:instancePath+"/settings/object_storage_max_file_count",schemaPath:"#/definitions/settings/properties/object_storage_max_file_count/type",keyword:"type",params:{type: schema20.properties.object_storage_max_file_count.type},schema:schema20.properties.object_storage_max_file_count.type,parentSchema:schema20.properties.object_storage_max_file_count,data:data11};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 10000 || isNaN(data11)){
const err26 = {instancePath:instancePath+"/settings/object_storage_max_file_count",schemaPath:"#/definitions/settings/properties/object_storage_max_file_count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},schema:10000,parentSchema:schema20.properties.object_storage_max_file_count,data:data11};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data11 < 1 || isNaN(data11)){
const err27 = {instancePath:instancePath+"/settings/object_storage_max_file_count",schemaPath:"#/definitions/settings/properties/object_storage_max_file_count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema20.properties.object_storage_max_file_count,data:data11};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
if(data6.db_max_threads !== undefined && func0.call(data6, "db_max_threads")){
let data12 = data6.db_max_threads;
if((!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))) && (data12 !== null)){
const err28 = {instancePath:instancePath+"/settings/db_max_threads",schemaPath:"#/definitions/settings/properties/db_max_threads/type",keyword:"type",params:{type: schema20.properties.db_max_threads.type},schema:schema20.properties.db_max_threads.type,parentSchema:schema20.properties.db_max_threads,data:data12};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 64 || isNaN(data12)){
const err29 = {instancePath:instancePath+"/settings/db_max_threads",schemaPath:"#/definitions/settings/properties/db_max_threads/maximum",keyword:"maximum",params:{comparison: "<=", limit: 64},schema:64,parentSchema:schema20.properties.db_max_threads,data:data12};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data12 < 0 || isNaN(data12)){
const err30 = {instancePath:instancePath+"/settings/db_max_threads",schemaPath:"#/definitions/settings/properties/db_max_threads/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema20.properties.db_max_threads,data:data12};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
if(data6.db_max_insert_threads !== undefined && func0.call(data6, "db_max_insert_threads")){
let data13 = data6.db_max_insert_threads;
if((!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))) && (data13 !== null)){
const err31 = {instancePath:instancePath+"/settings/db_max_insert_threads",schemaPath:"#/definitions/settings/properties/db_max_insert_threads/type",keyword:"type",params:{type: schema20.properties.db_max_insert_threads.type},schema:schema20.properties.db_max_insert_threads.type,parentSchema:schema20.properties.db_max_insert_threads,data:data13};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 16 || isNaN(data13)){
const err32 = {instancePath:instancePath+"/settings/db_max_insert_threads",schemaPath:"#/definitions/settings/properties/db_max_insert_threads/maximum",keyword:"maximum",params:{comparison: "<=", limit: 16},schema:16,parentSchema:schema20.properties.db_max_insert_threads,data:data13};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(data13 < 0 || isNaN(data13)){
const err33 = {instancePath:instancePath+"/settings/db_max_insert_threads",schemaPath:"#/definitions/settings/properties/db_max_insert_threads/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema20.properties.db_max_insert_threads,data:data13};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
if(data6.db_min_insert_block_size_bytes !== undefined && func0.call(data6, "db_min_insert_block_size_bytes")){
let data14 = data6.db_min_insert_block_size_bytes;
if(((!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14)))) && (typeof data14 !== "string")) && (data14 !== null)){
const err34 = {instancePath:instancePath+"/settings/db_min_insert_block_size_bytes",schemaPath:"#/definitions/settings/properties/db_min_insert_block_size_bytes/type",keyword:"type",params:{type: schema20.properties.db_min_insert_block_size_bytes.type},schema:schema20.properties.db_min_insert_block_size_bytes.type,parentSchema:schema20.properties.db_min_insert_block_size_bytes,data:data14};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 > 10737418240 || isNaN(data14)){
const err35 = {instancePath:instancePath+"/settings/db_min_insert_block_size_bytes",schemaPath:"#/definitions/settings/properties/db_min_insert_block_size_bytes/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10737418240},schema:10737418240,parentSchema:schema20.properties.db_min_insert_block_size_bytes,data:data14};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(data14 < 0 || isNaN(data14)){
const err36 = {instancePath:instancePath+"/settings/db_min_insert_block_size_bytes",schemaPath:"#/definitions/settings/properties/db_min_insert_block_size_bytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema20.properties.db_min_insert_block_size_bytes,data:data14};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(typeof data14 === "string"){
if(!pattern10.test(data14)){
const err37 = {instancePath:instancePath+"/settings/db_min_insert_block_size_bytes",schemaPath:"#/definitions/settings/properties/db_min_insert_block_size_bytes/pattern",keyword:"pattern",params:{pattern: "^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$"},schema:"^[0-9]+(\\.[0-9]+)? ?(B|kB|KB|MB|GB|TB|KiB|MiB|GiB|TiB)$",parentSchema:schema20.properties.db_min_insert_block_size_bytes,data:data14};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
}
if(data6.db_max_download_threads !== undefined && func0.call(data6, "db_max_download_threads")){
let data15 = data6.db_max_download_threads;
if((!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))) && (data15 !== null)){
const err38 = {instancePath:instancePath+"/settings/db_max_download_threads",schemaPath:"#/definitions/settings/properties/db_max_download_threads/type",keyword:"type",params:{type: schema20.properties.db_max_download_threads.type},schema:schema20.properties.db_max_download_threads.type,parentSchema:schema20.properties.db_max_download_threads,data:data15};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 32 || isNaN(data15)){
const err39 = {instancePath:instancePath+"/settings/db_max_download_threads",schemaPath:"#/definitions/settings/properties/db_max_download_threads/maximum",keyword:"maximum",params:{comparison: "<=", limit: 32},schema:32,parentSchema:schema20.properties.db_max_download_threads,data:data15};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if(data15 < 0 || isNaN(data15)){
const err40 = {instancePath:instancePath+"/settings/db_max_download_threads",schemaPath:"#/definitions/settings/properties/db_max_download_threads/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema20.properties.db_max_download_threads,data:data15};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
if(data6.db_parallel_distributed_insert_select !== undefined && func0.call(data6, "db_parallel_distributed_insert_select")){
let data16 = data6.db_parallel_distributed_insert_select;
if((!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))) && (data16 !== null)){
const err41 = {instancePath:instancePath+"/settings/db_parallel_distributed_insert_select",schemaPath:"#/definitions/settings/properties/db_parallel_distributed_insert_select/type",keyword:"type",params:{type: schema20.properties.db_parallel_distributed_insert_select.type},schema:schema20.properties.db_parallel_distributed_insert_select.type,parentSchema:schema20.properties.db_parallel_distributed_insert_select,data:data16};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 2 || isNaN(data16)){
const err42 = {instancePath:instancePath+"/settings/db_parallel_distributed_insert_select",schemaPath:"#/definitions/settings/properties/db_parallel_distributed_insert_select/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2},schema:2,parentSchema:schema20.properties.db_parallel_distributed_insert_select,data:data16};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if(data16 < 0 || isNaN(data16)){
const err43 = {instancePath:instancePath+"/settings/db_parallel_distributed_insert_select",schemaPath:"#/definitions/settings/properties/db_parallel_distributed_insert_select/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema20.properties.db_parallel_distributed_insert_select,data:data16};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
if(data6.object_storage_use_cluster_function !== undefined && func0.call(data6, "object_storage_use_cluster_function")){
let data17 = data6.object_storage_use_cluster_function;
if((typeof data17 !== "boolean") && (data17 !== null)){
const err44 = {instancePath:instancePath+"/settings/object_storage_use_cluster_function",schemaPath:"#/definitions/settings/properties/object_storage_use_cluster_function/type",keyword:"type",params:{type: schema20.properties.object_storage_use_cluster_function.type},schema:schema20.properties.object_storage_use_cluster_function.type,parentSchema:schema20.properties.object_storage_use_cluster_function,data:data17};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data6.db_parallel_view_processing !== undefined && func0.call(data6, "db_parallel_view_processing")){
let data18 = data6.db_parallel_view_processing;
if((typeof data18 !== "boolean") && (data18 !== null)){
const err45 = {instancePath:instancePath+"/settings/db_parallel_view_processing",schemaPath:"#/definitions/settings/properties/db_parallel_view_processing/type",keyword:"type",params:{type: schema20.properties.db_parallel_view_processing.type},schema:schema20.properties.db_parallel_view_processing.type,parentSchema:schema20.properties.db_parallel_view_processing,data:data18};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
}
else {
const err46 = {instancePath:instancePath+"/settings",schemaPath:"#/definitions/settings/type",keyword:"type",params:{type: "object"},schema:schema20.type,parentSchema:schema20,data:data6};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data.scaling !== undefined && func0.call(data, "scaling")){
let data19 = data.scaling;
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
for(const key2 of Object.keys(data19)){
if(!((((key2 === "replicas") || (key2 === "concurrency")) || (key2 === "replicaCpuMillicores")) || (key2 === "replicaMemoryGb"))){
const err47 = {instancePath:instancePath+"/scaling",schemaPath:"#/definitions/scaling/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},schema:false,parentSchema:schema21,data:data19};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data19.replicas !== undefined && func0.call(data19, "replicas")){
let data20 = data19.replicas;
if(((!(((typeof data20 == "number") && (!(data20 % 1) && !isNaN(data20))) && (isFinite(data20)))) && (!(data20 && typeof data20 == "object" && !Array.isArray(data20)))) && (data20 !== null)){
const err48 = {instancePath:instancePath+"/scaling/replicas",schemaPath:"#/definitions/scaling/properties/replicas/type",keyword:"type",params:{type: schema21.properties.replicas.type},schema:schema21.properties.replicas.type,parentSchema:schema21.properties.replicas,data:data20};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 > 10 || isNaN(data20)){
const err49 = {instancePath:instancePath+"/scaling/replicas",schemaPath:"#/definitions/scaling/properties/replicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10},schema:10,parentSchema:schema21.properties.replicas,data:data20};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
if(data20 < 1 || isNaN(data20)){
const err50 = {instancePath:instancePath+"/scaling/replicas",schemaPath:"#/definitions/scaling/properties/replicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema21.properties.replicas,data:data20};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
if((data20.min === undefined) || (!(func0.call(data20, "min")))){
const err51 = {instancePath:instancePath+"/scaling/replicas",schemaPath:"#/definitions/scaling/properties/replicas/required",keyword:"required",params:{missingProperty: "min"},schema:schema21.properties.replicas.required,parentSchema:schema21.properties.replicas,data:data20};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if((data20.max === undefined) || (!(func0.call(data20, "max")))){
const err52 = {instancePath:instancePath+"/scaling/replicas",schemaPath:"#/definitions/scaling/properties/replicas/required",keyword:"required",params:{missingProperty: "max"},schema:schema21.properties.replicas.required,parentSchema:schema21.properties.replicas,data:data20};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
for(const key3 of Object.keys(data20)){
if(!(((key3 === "min") || (key3 === "max")) || (key3 === "target"))){
const err53 = {instancePath:instancePath+"/scaling/replicas",schemaPath:"#/definitions/scaling/properties/replicas/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},schema:false,parentSchema:schema21.properties.replicas,data:data20};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data20.min !== undefined && func0.call(data20, "min")){
let data21 = data20.min;
if(!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))){
const err54 = {instancePath:instancePath+"/scaling/replicas/min",schemaPath:"#/definitions/scaling/properties/replicas/properties/min/type",keyword:"type",params:{type: "integer"},schema:schema21.properties.replicas.properties.min.type,parentSchema:schema21.properties.replicas.properties.min,data:data21};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 > 10 || isNaN(data21)){
const err55 = {instancePath:instancePath+"/scaling/replicas/min",schemaPath:"#/definitions/scaling/properties/replicas/properties/min/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10},schema:10,parentSchema:schema21.properties.replicas.properties.min,data:data21};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
if(data21 < 1 || isNaN(data21)){
const err56 = {instancePath:instancePath+"/scaling/replicas/min",schemaPath:"#/definitions/scaling/properties/replicas/properties/min/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema21.properties.replicas.properties.min,data:data21};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
}
if(data20.max !== undefined && func0.call(data20, "max")){
let data22 = data20.max;
if(!(((typeof data22 == "number") && (!(data22 % 1) && !isNaN(data22))) && (isFinite(data22)))){
const err57 = {instancePath:instancePath+"/scaling/replicas/max",schemaPath:"#/definitions/scaling/properties/replicas/properties/max/type",keyword:"type",params:{type: "integer"},schema:schema21.properties.replicas.properties.max.type,parentSchema:schema21.properties.replicas.properties.max,data:data22};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if((typeof data22 == "number") && (isFinite(data22))){
if(data22 > 10 || isNaN(data22)){
const err58 = {instancePath:instancePath+"/scaling/replicas/max",schemaPath:"#/definitions/scaling/properties/replicas/properties/max/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10},schema:10,parentSchema:schema21.properties.replicas.properties.max,data:data22};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if(data22 < 1 || isNaN(data22)){
const err59 = {instancePath:instancePath+"/scaling/replicas/max",schemaPath:"#/definitions/scaling/properties/replicas/properties/max/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema21.properties.replicas.properties.max,data:data22};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
}
if(data20.target !== undefined && func0.call(data20, "target")){
let data23 = data20.target;
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
if((data23.check === undefined) || (!(func0.call(data23, "check")))){
const err60 = {instancePath:instancePath+"/scaling/replicas/target",schemaPath:"#/definitions/scaling/properties/replicas/properties/target/required",keyword:"required",params:{missingProperty: "check"},schema:schema21.properties.replicas.properties.target.required,parentSchema:schema21.properties.replicas.properties.target,data:data23};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
if((data23.value === undefined) || (!(func0.call(data23, "value")))){
const err61 = {instancePath:instancePath+"/scaling/replicas/target",schemaPath:"#/definitions/scaling/properties/replicas/properties/target/required",keyword:"required",params:{missingProperty: "value"},schema:schema21.properties.replicas.properties.target.required,parentSchema:schema21.properties.replicas.properties.target,data:data23};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
for(const key4 of Object.keys(data23)){
if(!((((key4 === "check") || (key4 === "value")) || (key4 === "tolerance")) || (key4 === "stabilizationWindow"))){
const err62 = {instancePath:instancePath+"/scaling/replicas/target",schemaPath:"#/definitions/scaling/properties/replicas/properties/target/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},schema:false,parentSchema:schema21.properties.replicas.properties.target,data:data23};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
if(data23.check !== undefined && func0.call(data23, "check")){
let data24 = data23.check;
if(typeof data24 !== "string"){
const err63 = {instancePath:instancePath+"/scaling/replicas/target/check",schemaPath:"#/definitions/scaling/properties/replicas/properties/target/properties/check/type",keyword:"type",params:{type: "string"},schema:schema21.properties.replicas.properties.target.properties.check.type,parentSchema:schema21.properties.replicas.properties.target.properties.check,data:data24};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
if(data23.value !== undefined && func0.call(data23, "value")){
let data25 = data23.value;
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 <= 0 || isNaN(data25)){
const err64 = {instancePath:instancePath+"/scaling/replicas/target/value",schemaPath:"#/definitions/scaling/properties/replicas/properties/target/properties/value/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},schema:0,parentSchema:schema21.properties.replicas.properties.target.properties.value,data:data25};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
else {
const err65 = {instancePath:instancePath+"/scaling/replicas/target/value",schemaPath:"#/definitions/scaling/properties/replicas/properties/target/properties/value/type",keyword:"type",params:{type: "number"},schema:schema21.properties.replicas.properties.target.properties.value.type,parentSchema:schema21.properties.replicas.properties.target.properties.value,data:data25};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
if(data23.tolerance !== undefined && func0.call(data23, "tolerance")){
let data26 = data23.tolerance;
if((typeof data26 == "number") && (isFinite(data26))){
if(data26 > 1 || isNaN(data26)){
const err66 = {instancePath:instancePath+"/scaling/replicas/target/tolerance",schemaPath:"#/definitions/scaling/properties/replicas/properties/target/properties/tolerance/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},schema:1,parentSchema:schema21.properties.replicas.properties.target.properties.tolerance,data:data26};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
if(data26 < 0 || isNaN(data26)){
const err67 = {instancePath:instancePath+"/scaling/replicas/target/tolerance",schemaPath:"#/definitions/scaling/properties/replicas/properties/target/properties/tolerance/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema21.properties.replicas.properties.target.properties.tolerance,data:data26};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
else {
const err68 = {instancePath:instancePath+"/scaling/replicas/target/tolerance",schemaPath:"#/definitions/scaling/properties/replicas/properties/target/properties/tolerance/type",keyword:"type",params:{type: "number"},schema:schema21.properties.replicas.properties.target.properties.tolerance.type,parentSchema:schema21.properties.replicas.properties.target.properties.tolerance,data:data26};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
if(data23.stabilizationWindow !== undefined && func0.call(data23, "stabilizationWindow")){
let data27 = data23.stabilizationWindow;
if(typeof data27 === "string"){
if(!pattern3.test(data27)){
const err69 = {instancePath:instancePath+"/scaling/replicas/target/stabilizationWindow",schemaPath:"#/definitions/scaling/properties/replicas/properties/target/properties/stabilizationWindow/pattern",keyword:"pattern",params:{pattern: "^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$"},schema:"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$",parentSchema:schema21.properties.replicas.properties.target.properties.stabilizationWindow,data:data27};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
else {
const err70 = {instancePath:instancePath+"/scaling/replicas/target/stabilizationWindow",schemaPath:"#/definitions/scaling/properties/replicas/properties/target/properties/stabilizationWindow/type",keyword:"type",params:{type: "string"},schema:schema21.properties.replicas.properties.target.properties.stabilizationWindow.type,parentSchema:schema21.properties.replicas.properties.target.properties.stabilizationWindow,data:data27};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
}
else {
const err71 = {instancePath:instancePath+"/scaling/replicas/target",schemaPath:"#/definitions/scaling/properties/replicas/properties/target/type",keyword:"type",params:{type: "object"},schema:schema21.properties.replicas.properties.target.type,parentSchema:schema21.properties.replicas.properties.target,data:data23};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
}
}
if(data19.concurrency !== undefined && func0.call(data19, "concurrency")){
let data28 = data19.concurrency;
if(((!(((typeof data28 == "number") && (!(data28 % 1) && !isNaN(data28))) && (isFinite(data28)))) && (!(data28 && typeof data28 == "object" && !Array.isArray(data28)))) && (data28 !== null)){
const err72 = {instancePath:instancePath+"/scaling/concurrency",schemaPath:"#/definitions/scaling/properties/concurrency/type",keyword:"type",params:{type: schema21.properties.concurrency.type},schema:schema21.properties.concurrency.type,parentSchema:schema21.properties.concurrency,data:data28};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
if((typeof data28 == "number") && (isFinite(data28))){
if(data28 > 34 || isNaN(data28)){
const err73 = {instancePath:instancePath+"/scaling/concurrency",schemaPath:"#/definitions/scaling/properties/concurrency/maximum",keyword:"maximum",params:{comparison: "<=", limit: 34},schema:34,parentSchema:schema21.properties.concurrency,data:data28};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
if(data28 < 0 || isNaN(data28)){
const err74 = {instancePath:instancePath+"/scaling/concurrency",schemaPath:"#/definitions/scaling/properties/concurrency/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema21.properties.concurrency,data:data28};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
if(data28 && typeof data28 == "object" && !Array.isArray(data28)){
if((data28.min === undefined) || (!(func0.call(data28, "min")))){
const err75 = {instancePath:instancePath+"/scaling/concurrency",schemaPath:"#/definitions/scaling/properties/concurrency/required",keyword:"required",params:{missingProperty: "min"},schema:schema21.properties.concurrency.required,parentSchema:schema21.properties.concurrency,data:data28};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
if((data28.max === undefined) || (!(func0.call(data28, "max")))){
const err76 = {instancePath:instancePath+"/scaling/concurrency",schemaPath:"#/definitions/scaling/properties/concurrency/required",keyword:"required",params:{missingProperty: "max"},schema:schema21.properties.concurrency.required,parentSchema:schema21.properties.concurrency,data:data28};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
for(const key5 of Object.keys(data28)){
if(!((key5 === "min") || (key5 === "max"))){
const err77 = {instancePath:instancePath+"/scaling/concurrency",schemaPath:"#/definitions/scaling/properties/concurrency/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},schema:false,parentSchema:schema21.properties.concurrency,data:data28};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
if(data28.min !== undefined && func0.call(data28, "min")){
let data29 = data28.min;
if(!(((typeof data29 == "number") && (!(data29 % 1) && !isNaN(data29))) && (isFinite(data29)))){
const err78 = {instancePath:instancePath+"/scaling/concurrency/min",schemaPath:"#/definitions/scaling/properties/concurrency/properties/min/type",keyword:"type",params:{type: "integer"},schema:schema21.properties.concurrency.properties.min.type,parentSchema:schema21.properties.concurrency.properties.min,data:data29};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
if((typeof data29 == "number") && (isFinite(data29))){
if(data29 > 34 || isNaN(data29)){
const err79 = {instancePath:instancePath+"/scaling/concurrency/min",schemaPath:"#/definitions/scaling/properties/concurrency/properties/min/maximum",keyword:"maximum",params:{comparison: "<=", limit: 34},schema:34,parentSchema:schema21.properties.concurrency.properties.min,data:data29};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
if(data29 < 0 || isNaN(data29)){
const err80 = {instancePath:instancePath+"/scaling/concurrency/min",schemaPath:"#/definitions/scaling/properties/concurrency/properties/min/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema21.properties.concurrency.properties.min,data:data29};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
}
if(data28.max !== undefined && func0.call(data28, "max")){
let data30 = data28.max;
if(!(((typeof data30 == "number") && (!(data30 % 1) && !isNaN(data30))) && (isFinite(data30)))){
const err81 = {instancePath:instancePath+"/scaling/concurrency/max",schemaPath:"#/definitions/scaling/properties/concurrency/properties/max/type",keyword:"type",params:{type: "integer"},schema:schema21.properties.concurrency.properties.max.type,parentSchema:schema21.properties.concurrency.properties.max,data:data30};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
if((typeof data30 == "number") && (isFinite(data30))){
if(data30 > 34 || isNaN(data30)){
const err82 = {instancePath:instancePath+"/scaling/concurrency/max",schemaPath:"#/definitions/scaling/properties/concurrency/properties/max/maximum",keyword:"maximum",params:{comparison: "<=", limit: 34},schema:34,parentSchema:schema21.properties.concurrency.properties.max,data:data30};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
if(data30 < 0 || isNaN(data30)){
const err83 = {instancePath:instancePath+"/scaling/concurrency/max",schemaPath:"#/definitions/scaling/properties/concurrency/properties/max/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema21.properties.concurrency.properties.max,data:data30};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
}
}
}
if(data19.replicaCpuMillicores !== undefined && func0.call(data19, "replicaCpuMillicores")){
let data31 = data19.replicaCpuMillicores;
if(((!(((typeof data31 == "number") && (!(data31 % 1) && !isNaN(data31))) && (isFinite(data31)))) && (!(data31 && typeof data31 == "object" && !Array.isArray(data31)))) && (data31 !== null)){
const err84 = {instancePath:instancePath+"/scaling/replicaCpuMillicores",schemaPath:"#/definitions/scaling/properties/replicaCpuMillicores/type",keyword:"type",params:{type: schema21.properties.replicaCpuMillicores.type},schema:schema21.properties.replicaCpuMillicores.type,parentSchema:schema21.properties.replicaCpuMillicores,data:data31};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
if((typeof data31 == "number") && (isFinite(data31))){
if(data31 > 2000 || isNaN(data31)){
const err85 = {instancePath:instancePath+"/scaling/replicaCpuMillicores",schemaPath:"#/definitions/scaling/properties/replicaCpuMillicores/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2000},schema:2000,parentSchema:schema21.properties.replicaCpuMillicores,data:data31};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
if(data31 < 125 || isNaN(data31)){
const err86 = {instancePath:instancePath+"/scaling/replicaCpuMillicores",schemaPath:"#/definitions/scaling/properties/replicaCpuMillicores/minimum",keyword:"minimum",params:{comparison: ">=", limit: 125},schema:125,parentSchema:schema21.properties.replicaCpuMillicores,data:data31};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
if((data31.min === undefined) || (!(func0.call(data31, "min")))){
const err87 = {instancePath:instancePath+"/scaling/replicaCpuMillicores",schemaPath:"#/definitions/scaling/properties/replicaCpuMillicores/required",keyword:"required",params:{missingProperty: "min"},schema:schema21.properties.replicaCpuMillicores.required,parentSchema:schema21.properties.replicaCpuMillicores,data:data31};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
if((data31.max === undefined) || (!(func0.call(data31, "max")))){
const err88 = {instancePath:instancePath+"/scaling/replicaCpuMillicores",schemaPath:"#/definitions/scaling/properties/replicaCpuMillicores/required",keyword:"required",params:{missingProperty: "max"},schema:schema21.properties.replicaCpuMillicores.required,parentSchema:schema21.properties.replicaCpuMillicores,data:data31};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
for(const key6 of Object.keys(data31)){
if(!((key6 === "min") || (key6 === "max"))){
const err89 = {instancePath:instancePath+"/scaling/replicaCpuMillicores",schemaPath:"#/definitions/scaling/properties/replicaCpuMillicores/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},schema:false,parentSchema:schema21.properties.replicaCpuMillicores,data:data31};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
}
if(data31.min !== undefined && func0.call(data31, "min")){
let data32 = data31.min;
if(!(((typeof data32 == "number") && (!(data32 % 1) && !isNaN(data32))) && (isFinite(data32)))){
const err90 = {instancePath:instancePath+"/scaling/replicaCpuMillicores/min",schemaPath:"#/definitions/scaling/properties/replicaCpuMillicores/properties/min/type",keyword:"type",params:{type: "integer"},schema:schema21.properties.replicaCpuMillicores.properties.min.type,parentSchema:schema21.properties.replicaCpuMillicores.properties.min,data:data32};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
if((typeof data32 == "number") && (isFinite(data32))){
if(data32 > 2000 || isNaN(data32)){
const err91 = {instancePath:instancePath+"/scaling/replicaCpuMillicores/min",schemaPath:"#/definitions/scaling/properties/replicaCpuMillicores/properties/min/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2000},schema:2000,parentSchema:schema21.properties.replicaCpuMillicores.properties.min,data:data32};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
if(data32 < 125 || isNaN(data32)){
const err92 = {instancePath:instancePath+"/scaling/replicaCpuMillicores/min",schemaPath:"#/definitions/scaling/properties/replicaCpuMillicores/properties/min/minimum",keyword:"minimum",params:{comparison: ">=", limit: 125},schema:125,parentSchema:schema21.properties.replicaCpuMillicores.properties.min,data:data32};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
}
}
if(data31.max !== undefined && func0.call(data31, "max")){
let data33 = data31.max;
if(!(((typeof data33 == "number") && (!(data33 % 1) && !isNaN(data33))) && (isFinite(data33)))){
const err93 = {instancePath:instancePath+"/scaling/replicaCpuMillicores/max",schemaPath:"#/definitions/scaling/properties/replicaCpuMillicores/properties/max/type",keyword:"type",params:{type: "integer"},schema:schema21.properties.replicaCpuMillicores.properties.max.type,parentSchema:schema21.properties.replicaCpuMillicores.properties.max,data:data33};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
if((typeof data33 == "number") && (isFinite(data33))){
if(data33 > 2000 || isNaN(data33)){
const err94 = {instancePath:instancePath+"/scaling/replicaCpuMillicores/max",schemaPath:"#/definitions/scaling/properties/replicaCpuMillicores/properties/max/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2000},schema:2000,parentSchema:schema21.properties.replicaCpuMillicores.properties.max,data:data33};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
if(data33 < 125 || isNaN(data33)){
const err95 = {instancePath:instancePath+"/scaling/replicaCpuMillicores/max",schemaPath:"#/definitions/scaling/properties/replicaCpuMillicores/properties/max/minimum",keyword:"minimum",params:{comparison: ">=", limit: 125},schema:125,parentSchema:schema21.properties.replicaCpuMillicores.properties.max,data:data33};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
}
}
}
}
if(data19.replicaMemoryGb !== undefined && func0.call(data19, "replicaMemoryGb")){
let data34 = data19.replicaMemoryGb;
if(((!((typeof data34 == "number") && (isFinite(data34)))) && (!(data34 && typeof data34 == "object" && !Array.isArray(data34)))) && (data34 !== null)){
const err96 = {instancePath:instancePath+"/scaling/replicaMemoryGb",schemaPath:"#/definitions/scaling/properties/replicaMemoryGb/type",keyword:"type",params:{type: schema21.properties.replicaMemoryGb.type},schema:schema21.properties.replicaMemoryGb.type,parentSchema:schema21.properties.replicaMemoryGb,data:data34};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
if((typeof data34 == "number") && (isFinite(data34))){
if(data34 > 8 || isNaN(data34)){
const err97 = {instancePath:instancePath+"/scaling/replicaMemoryGb",schemaPath:"#/definitions/scaling/properties/replicaMemoryGb/maximum",keyword:"maximum",params:{comparison: "<=", limit: 8},schema:8,parentSchema:schema21.properties.replicaMemoryGb,data:data34};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
if(data34 < 0.5 || isNaN(data34)){
const err98 = {instancePath:instancePath+"/scaling/replicaMemoryGb",schemaPath:"#/definitions/scaling/properties/replicaMemoryGb/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0.5},schema:0.5,parentSchema:schema21.properties.replicaMemoryGb,data:data34};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
}
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
if((data34.min === undefined) || (!(func0.call(data34, "min")))){
const err99 = {instancePath:instancePath+"/scaling/replicaMemoryGb",schemaPath:"#/definitions/scaling/properties/replicaMemoryGb/required",keyword:"required",params:{missingProperty: "min"},schema:schema21.properties.replicaMemoryGb.required,parentSchema:schema21.properties.replicaMemoryGb,data:data34};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
if((data34.max === undefined) || (!(func0.call(data34, "max")))){
const err100 = {instancePath:instancePath+"/scaling/replicaMemoryGb",schemaPath:"#/definitions/scaling/properties/replicaMemoryGb/required",keyword:"required",params:{missingProperty: "max"},schema:schema21.properties.replicaMemoryGb.required,parentSchema:schema21.properties.replicaMemoryGb,data:data34};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
for(const key7 of Object.keys(data34)){
if(!((key7 === "min") || (key7 === "max"))){
const err101 = {instancePath:instancePath+"/scaling/replicaMemoryGb",schemaPath:"#/definitions/scaling/properties/replicaMemoryGb/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},schema:false,parentSchema:schema21.properties.replicaMemoryGb,data:data34};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
}
if(data34.min !== undefined && func0.call(data34, "min")){
let data35 = data34.min;
if((typeof data35 == "number") && (isFinite(data35))){
if(data35 > 8 || isNaN(data35)){
const err102 = {instancePath:instancePath+"/scaling/replicaMemoryGb/min",schemaPath:"#/definitions/scaling/properties/replicaMemoryGb/properties/min/maximum",keyword:"maximum",params:{comparison: "<=", limit: 8},schema:8,parentSchema:schema21.properties.replicaMemoryGb.properties.min,data:data35};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
if(data35 < 0.5 || isNaN(data35)){
const err103 = {instancePath:instancePath+"/scaling/replicaMemoryGb/min",schemaPath:"#/definitions/scaling/properties/replicaMemoryGb/properties/min/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0.5},schema:0.5,parentSchema:schema21.properties.replicaMemoryGb.properties.min,data:data35};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
}
else {
const err104 = {instancePath:instancePath+"/scaling/replicaMemoryGb/min",schemaPath:"#/definitions/scaling/properties/replicaMemoryGb/properties/min/type",keyword:"type",params:{type: "number"},schema:schema21.properties.replicaMemoryGb.properties.min.type,parentSchema:schema21.properties.replicaMemoryGb.properties.min,data:data35};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
}
if(data34.max !== undefined && func0.call(data34, "max")){
let data36 = data34.max;
if((typeof data36 == "number") && (isFinite(data36))){
if(data36 > 8 || isNaN(data36)){
const err105 = {instancePath:instancePath+"/scaling/replicaMemoryGb/max",schemaPath:"#/definitions/scaling/properties/replicaMemoryGb/properties/max/maximum",keyword:"maximum",params:{comparison: "<=", limit: 8},schema:8,parentSchema:schema21.properties.replicaMemoryGb.properties.max,data:data36};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
if(data36 < 0.5 || isNaN(data36)){
const err106 = {instancePath:instancePath+"/scaling/replicaMemoryGb/max",schemaPath:"#/definitions/scaling/properties/replicaMemoryGb/properties/max/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0.5},schema:0.5,parentSchema:schema21.properties.replicaMemoryGb.properties.max,data:data36};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
}
else {
const err107 = {instancePath:instancePath+"/scaling/replicaMemoryGb/max",schemaPath:"#/definitions/scaling/properties/replicaMemoryGb/properties/max/type",keyword:"type",params:{type: "number"},schema:schema21.properties.replicaMemoryGb.properties.max.type,parentSchema:schema21.properties.replicaMemoryGb.properties.max,data:data36};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
}
}
}
}
else {
const err108 = {instancePath:instancePath+"/scaling",schemaPath:"#/definitions/scaling/type",keyword:"type",params:{type: "object"},schema:schema21.type,parentSchema:schema21,data:data19};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
}
if(data.ignore !== undefined && func0.call(data, "ignore")){
let data37 = data.ignore;
if(Array.isArray(data37)){
const len1 = data37.length;
for(let i1=0; i1<len1; i1++){
let data38 = data37[i1];
if(typeof data38 === "string"){
if(!pattern13.test(data38)){
const err109 = {instancePath:instancePath+"/ignore/" + i1,schemaPath:"#/definitions/ignore/items/pattern",keyword:"pattern",params:{pattern: "^(settings|scaling)\\.[A-Za-z0-9_]+$"},schema:"^(settings|scaling)\\.[A-Za-z0-9_]+$",parentSchema:schema22.items,data:data38};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
}
else {
const err110 = {instancePath:instancePath+"/ignore/" + i1,schemaPath:"#/definitions/ignore/items/type",keyword:"type",params:{type: "string"},schema:schema22.items.type,parentSchema:schema22.items,data:data38};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
}
}
else {
const err111 = {instancePath:instancePath+"/ignore",schemaPath:"#/definitions/ignore/type",keyword:"type",params:{type: "array"},schema:schema22.type,parentSchema:schema22,data:data37};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
}
if(data.protect !== undefined && func0.call(data, "protect")){
let data39 = data.protect;
if(typeof data39 !== "boolean"){
const err112 = {instancePath:instancePath+"/protect",schemaPath:"#/definitions/protect/type",keyword:"type",params:{type: "boolean"},schema:schema23.type,parentSchema:schema23,data:data39};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
}
if(data.acknowledge !== undefined && func0.call(data, "acknowledge")){
let data40 = data.acknowledge;
if(Array.isArray(data40)){
const len2 = data40.length;
for(let i2=0; i2<len2; i2++){
let data41 = data40[i2];
if(data41 && typeof data41 == "object" && !Array.isArray(data41)){
if((data41.path === undefined) || (!(func0.call(data41, "path")))){
const err113 = {instancePath:instancePath+"/acknowledge/" + i2,schemaPath:"#/definitions/acknowledge/items/required",keyword:"required",params:{missingProperty: "path"},schema:schema24.items.required,parentSchema:schema24.items,data:data41};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
if((data41.reason === undefined) || (!(func0.call(data41, "reason")))){
const err114 = {instancePath:instancePath+"/acknowledge/" + i2,schemaPath:"#/definitions/acknowledge/items/required",keyword:"required",params:{missingProperty: "reason"},schema:schema24.items.required,parentSchema:schema24.items,data:data41};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
if((data41.until === undefined) || (!(func0.call(data41, "until")))){
const err115 = {instancePath:instancePath+"/acknowledge/" + i2,schemaPath:"#/definitions/acknowledge/items/required",keyword:"required",params:{missingProperty: "until"},schema:schema24.items.required,parentSchema:schema24.items,data:data41};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
for(const key8 of Object.keys(data41)){
if(!(((key8 === "path") || (key8 === "reason")) || (key8 === "until"))){
const err116 = {instancePath:instancePath+"/acknowledge/" + i2,schemaPath:"#/definitions/acknowledge/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8},schema:false,parentSchema:schema24.items,data:data41};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
}
if(data41.path !== undefined && func0.call(data41, "path")){
let data42 = data41.path;
if(typeof data42 === "string"){
if(!pattern13.test(data42)){
const err117 = {instancePath:instancePath+"/acknowledge/" + i2+"/path",schemaPath:"#/definitions/acknowledge/items/properties/path/pattern",keyword:"pattern",params:{pattern: "^(settings|scaling)\\.[A-Za-z0-9_]+$"},schema:"^(settings|scaling)\\.[A-Za-z0-9_]+$",parentSchema:schema24.items.properties.path,data:data42};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
}
else {
const err118 = {instancePath:instancePath+"/acknowledge/" + i2+"/path",schemaPath:"#/definitions/acknowledge/items/properties/path/type",keyword:"type",params:{type: "string"},schema:schema24.items.properties.path.type,parentSchema:schema24.items.properties.path,data:data42};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
}
if(data41.reason !== undefined && func0.call(data41, "reason")){
let data43 = data41.reason;
if(typeof data43 === "string"){
if(!pattern0.test(data43)){
const err119 = {instancePath:instancePath+"/acknowledge/" + i2+"/reason",schemaPath:"#/definitions/acknowledge/items/properties/reason/pattern",keyword:"pattern",params:{pattern: "\\S"},schema:"\\S",parentSchema:schema24.items.properties.reason,data:data43};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
}
else {
const err120 = {instancePath:instancePath+"/acknowledge/" + i2+"/reason",schemaPath:"#/definitions/acknowledge/items/properties/reason/type",keyword:"type",params:{type: "string"},schema:schema24.items.properties.reason.type,parentSchema:schema24.items.properties.reason,data:data43};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
}
if(data41.until !== undefined && func0.call(data41, "until")){
let data44 = data41.until;
if(typeof data44 === "string"){
if(!pattern16.test(data44)){
const err121 = {instancePath:instancePath+"/acknowledge/" + i2+"/until",schemaPath:"#/definitions/acknowledge/items/properties/until/pattern",keyword:"pattern",params:{pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"},schema:"^[0-9]{4}-[0-9]{2}-[0-9]{2}$",parentSchema:schema24.items.properties.until,data:data44};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
}
else {
const err122 = {instancePath:instancePath+"/acknowledge/" + i2+"/until",schemaPath:"#/definitions/acknowledge/items/properties/until/type",keyword:"type",params:{type: "string"},schema:schema24.items.properties.until.type,parentSchema:schema24.items.properties.until,data:data44};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
}
}
else {
const err123 = {instancePath:instancePath+"/acknowledge/" + i2,schemaPath:"#/definitions/acknowledge/items/type",keyword:"type",params:{type: "object"},schema:schema24.items.type,parentSchema:schema24.items,data:data41};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
}
}
else {
const err124 = {instancePath:instancePath+"/acknowledge",schemaPath:"#/definitions/acknowledge/type",keyword:"type",params:{type: "array"},schema:schema24.type,parentSchema:schema24,data:data40};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
}
if(data.checks !== undefined && func0.call(data, "checks")){
let data45 = data.checks;
if(Array.isArray(data45)){
const len3 = data45.length;
for(let i3=0; i3<len3; i3++){
let data46 = data45[i3];
if(typeof data46 !== "string"){
const err125 = {instancePath:instancePath+"/checks/" + i3,schemaPath:"#/definitions/checkNames/items/type",keyword:"type",params:{type: "string"},schema:schema25.items.type,parentSchema:schema25.items,data:data46};
if(vErrors === null){
vErrors = [err125];
}
else {
vErrors.push(err125);
}
errors++;
}
}
}
else {
const err126 = {instancePath:instancePath+"/checks",schemaPath:"#/definitions/checkNames/type",keyword:"type",params:{type: "array"},schema:schema25.type,parentSchema:schema25,data:data45};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
}
}
else {
const err127 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema27.type,parentSchema:schema27,data};
if(vErrors === null){
vErrors = [err127];
}
else {
vErrors.push(err127);
}
errors++;
}
validate16.errors = vErrors;
return errors === 0;
}


function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
const _errs1 = errors;
if(typeof key0 === "string"){
if(!pattern5.test(key0)){
const err0 = {instancePath,schemaPath:"#/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},schema:"^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$",parentSchema:schema26.propertyNames,data:key0,propertyName:key0};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
const err1 = {instancePath,schemaPath:"#/propertyNames",keyword:"propertyNames",params:{propertyName: key0},schema:schema26.propertyNames,parentSchema:schema26,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
for(const key1 of Object.keys(data)){
if(!(validate16(data[key1], {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data,parentDataProperty:key1,rootData}))){
vErrors = joinErrors(vErrors, validate16.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema26.type,parentSchema:schema26,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate15.errors = vErrors;
return errors === 0;
}

const schema37 = {"type":"object","propertyNames":{"pattern":"^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},"additionalProperties":{"$ref":"#/definitions/check"},"x-names":"check"};
const schema38 = {"type":"object","additionalProperties":false,"oneOf":[{"type":"object","required":["series"],"properties":{"series":true}},{"type":"object","required":["alert"],"properties":{"alert":true}}],"dependencies":{"series":["window","granularity","reduce","pass"],"window":["series"],"granularity":["series"],"reduce":["series"],"pass":["series"],"unit":["series"],"alert":["state"],"state":["alert"],"definition":["alert"]},"properties":{"series":{"type":"object","additionalProperties":false,"required":["sourceId","aggFn","where"],"properties":{"sourceId":{"type":"string","pattern":"\\S","x-expected":"the id of a source"},"aggFn":{"type":"string","pattern":"\\S","x-expected":"the name of an aggregation such as max"},"where":{"type":"string"},"groupBy":{"type":"array","items":{"type":"string"}}}},"window":{"type":"string","pattern":"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$","x-expected":"a duration such as 15m"},"granularity":{"x-expected":"one of 30s, 1m, 5m, 10m, 15m, 30m, 1h, 2h, 6h, 12h, 1d, 2d, 7d, 30d, auto","enum":["30s","1m","5m","10m","15m","30m","1h","2h","6h","12h","1d","2d","7d","30d","auto"]},"reduce":{"x-expected":"one of min, max, avg, sum, last","enum":["min","max","avg","sum","last"]},"pass":{"type":"string","pattern":"^ *(<=|>=|==|!=|<|>) *-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)? *$","x-expected":"a condition such as \"< 10000\""},"unit":{"type":"string","pattern":"^(?!\\s)[^\\p{C}\\p{Zl}\\p{Zp}]{1,20}$","x-expected":"a unit of at most 20 characters, such as messages"},"alert":{"type":"string","pattern":"\\S","x-expected":"the id of an alert"},"state":{"type":"string","pattern":"\\S","x-expected":"the name of a state such as OK"},"definition":{"type":"object","additionalProperties":false,"properties":{"threshold":{"type":"number","x-expected":"a number"},"thresholdType":{"type":"string","pattern":"\\S","x-expected":"the name of a comparison such as above"},"interval":{"type":"string","pattern":"\\S","x-expected":"an interval such as 5m"}}}}};
const pattern34 = new RegExp("^ *(<=|>=|==|!=|<|>) *-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)? *$", "u");
const pattern35 = new RegExp("^(?!\\s)[^\\p{C}\\p{Zl}\\p{Zp}]{1,20}$", "u");

function validate19(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
const _errs1 = errors;
if(typeof key0 === "string"){
if(!pattern5.test(key0)){
const err0 = {instancePath,schemaPath:"#/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},schema:"^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$",parentSchema:schema37.propertyNames,data:key0,propertyName:key0};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
const err1 = {instancePath,schemaPath:"#/propertyNames",keyword:"propertyNames",params:{propertyName: key0},schema:schema37.propertyNames,parentSchema:schema37,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
for(const key1 of Object.keys(data)){
let data0 = data[key1];
const _errs6 = errors;
let valid3 = false;
let passing0 = null;
const _errs7 = errors;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if((data0.series === undefined) || (!(func0.call(data0, "series")))){
const err2 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/check/oneOf/0/required",keyword:"required",params:{missingProperty: "series"},schema:schema38.oneOf[0].required,parentSchema:schema38.oneOf[0],data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/check/oneOf/0/type",keyword:"type",params:{type: "object"},schema:schema38.oneOf[0].type,parentSchema:schema38.oneOf[0],data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs7 === errors;
if(_valid0){
valid3 = true;
passing0 = 0;
}
const _errs9 = errors;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if((data0.alert === undefined) || (!(func0.call(data0, "alert")))){
const err4 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/check/oneOf/1/required",keyword:"required",params:{missingProperty: "alert"},schema:schema38.oneOf[1].required,parentSchema:schema38.oneOf[1],data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/check/oneOf/1/type",keyword:"type",params:{type: "object"},schema:schema38.oneOf[1].type,parentSchema:schema38.oneOf[1],data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var _valid0 = _errs9 === errors;
if(_valid0 && valid3){
valid3 = false;
passing0 = [passing0, 1];
}
else {
if(_valid0){
valid3 = true;
passing0 = 1;
}
}
if(!valid3){
const err6 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/check/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},schema:schema38.oneOf,parentSchema:schema38,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
else {
errors = _errs6;
if(vErrors !== null){
if(_errs6){
vErrors.length = _errs6;
}
else {
vErrors = null;
}
}
}
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
for(const key2 of Object.keys(data0)){
if(!(func0.call(schema38.properties, key2))){
const err7 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/check/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},schema:false,parentSchema:schema38,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data0.series !== undefined && func0.call(data0, "series")){
if((data0.window === undefined) || (!(func0.call(data0, "window")))){
const err8 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/check/dependencies",keyword:"dependencies",params:{property: "series",
    missingProperty: "window",
    depsCount: 4,
    deps: "window, granularity, reduce, pass"},schema:schema38.dependencies,parentSchema:schema38,data:data0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if((data0.granularity === undefined) || (!(func0.call(data0, "granularity")))){
const err9 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/check/dependencies",keyword:"dependencies",params:{property: "series",
    missingProperty: "granularity",
    depsCount: 4,
    deps: "window, granularity, reduce, pass"},schema:schema38.dependencies,parentSchema:schema38,data:data0};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if((data0.reduce === undefined) || (!(func0.call(data0, "reduce")))){
const err10 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/check/dependencies",keyword:"dependencies",params:{property: "series",
    missingProperty: "reduce",
    depsCount: 4,
    deps: "window, granularity, reduce, pass"},schema:schema38.dependencies,parentSchema:schema38,data:data0};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if((data0.pass === undefined) || (!(func0.call(data0, "pass")))){
const err11 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/check/dependencies",keyword:"dependencies",params:{property: "series",
    missingProperty: "pass",
    depsCount: 4,
    deps: "window, granularity, reduce, pass"},schema:schema38.dependencies,parentSchema:schema38,data:data0};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data0.window !== undefined && func0.call(data0, "window")){
if((data0.series === undefined) || (!(func0.call(data0, "series")))){
const err12 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/check/dependencies",keyword:"dependencies",params:{property: "window",
    missingProperty: "series",
    depsCount: 1,
    deps: "series"},schema:schema38.dependencies,parentSchema:schema38,data:data0};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data0.granularity !== undefined && func0.call(data0, "granularity")){
if((data0.series === undefined) || (!(func0.call(data0, "series")))){
const err13 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/check/dependencies",keyword:"dependencies",params:{property: "granularity",
    missingProperty: "series",
    depsCount: 1,
    deps: "series"},schema:schema38.dependencies,parentSchema:schema38,data:data0};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data0.reduce !== undefined && func0.call(data0, "reduce")){
if((data0.series === undefined) || (!(func0.call(data0, "series")))){
const err14 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/check/dependencies",keyword:"dependencies",params:{property: "reduce",
    missingProperty: "series",
    depsCount: 1,
    deps: "series"},schema:schema38.dependencies,parentSchema:schema38,data:data0};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data0.pass !== undefined && func0.call(data0, "pass")){
if((data0.series === undefined) || (!(func0.call(data0, "series")))){
const err15 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/check/dependencies",keyword:"dependencies",params:{property: "pass",
    missingProperty: "series",
    depsCount: 1,
    deps: "series"},schema:schema38.dependencies,parentSchema:schema38,data:data0};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data0.unit !== undefined && func0.call(data0, "unit")){
if((data0.series === undefined) || (!(func0.call(data0, "series")))){
const err16 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/check/dependencies",keyword:"dependencies",params:{property: "unit",
    missingProperty: "series",
    depsCount: 1,
    deps: "series"},schema:schema38.dependencies,parentSchema:schema38,data:data0};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data0.alert !== undefined && func0.call(data0, "alert")){
if((data0.state === undefined) || (!(func0.call(data0, "state")))){
const err17 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/check/dependencies",keyword:"dependencies",params:{property: "alert",
    missingProperty: "state",
    depsCount: 1,
    deps: "state"},schema:schema38.dependencies,parentSchema:schema38,data:data0};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data0.state !== undefined && func0.call(data0, "state")){
if((data0.alert === undefined) || (!(func0.call(data0, "alert")))){
const err18 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/check/dependencies",keyword:"dependencies",params:{property: "state",
    missingProperty: "alert",
    depsCount: 1,
    deps: "alert"},schema:schema38.dependencies,parentSchema:schema38,data:data0};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data0.definition !== undefined && func0.call(data0, "definition")){
if((data0.alert === undefined) || (!(func0.call(data0, "alert")))){
const err19 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/check/dependencies",keyword:"dependencies",params:{property: "definition",
    missingProperty: "alert",
    depsCount: 1,
    deps: "alert"},schema:schema38.dependencies,parentSchema:schema38,data:data0};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data0.series !== undefined && func0.call(data0, "series")){
let data1 = data0.series;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if((data1.sourceId === undefined) || (!(func0.call(data1, "sourceId")))){
const err20 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/series",schemaPath:"#/definitions/check/properties/series/required",keyword:"required",params:{missingProperty: "sourceId"},schema:schema38.properties.series.required,parentSchema:schema38.properties.series,data:data1};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if((data1.aggFn === undefined) || (!(func0.call(data1, "aggFn")))){
const err21 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/series",schemaPath:"#/definitions/check/properties/series/required",keyword:"required",params:{missingProperty: "aggFn"},schema:schema38.properties.series.required,parentSchema:schema38.properties.series,data:data1};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if((data1.where === undefined) || (!(func0.call(data1, "where")))){
const err22 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/series",schemaPath:"#/definitions/check/properties/series/required",keyword:"required",params:{missingProperty: "where"},schema:schema38.properties.series.required,parentSchema:schema38.properties.series,data:data1};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
for(const key3 of Object.keys(data1)){
if(!((((key3 === "sourceId") || (key3 === "aggFn")) || (key3 === "where")) || (key3 === "groupBy"))){
const err23 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/series",schemaPath:"#/definitions/check/properties/series/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},schema:false,parentSchema:schema38.properties.series,data:data1};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data1.sourceId !== undefined && func0.call(data1, "sourceId")){
let data2 = data1.sourceId;
if(typeof data2 === "string"){
if(!pattern0.test(data2)){
const err24 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/series/sourceId",schemaPath:"#/definitions/check/properties/series/properties/sourceId/pattern",keyword:"pattern",params:{pattern: "\\S"},schema:"\\S",parentSchema:schema38.properties.series.properties.sourceId,data:data2};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/series/sourceId",schemaPath:"#/definitions/check/properties/series/properties/sourceId/type",keyword:"type",params:{type: "string"},schema:schema38.properties.series.properties.sourceId.type,parentSchema:schema38.properties.series.properties.sourceId,data:data2};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data1.aggFn !== undefined && func0.call(data1, "aggFn")){
let data3 = data1.aggFn;
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
const err26 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/series/aggFn",schemaPath:"#/definitions/check/properties/series/properties/aggFn/pattern",keyword:"pattern",params:{pattern: "\\S"},schema:"\\S",parentSchema:schema38.properties.series.properties.aggFn,data:data3};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/series/aggFn",schemaPath:"#/definitions/check/properties/series/properties/aggFn/type",keyword:"type",params:{type: "string"},schema:schema38.properties.series.properties.aggFn.type,parentSchema:schema38.properties.series.properties.aggFn,data:data3};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data1.where !== undefined && func0.call(data1, "where")){
let data4 = data1.where;
if(typeof data4 !== "string"){
const err28 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/series/where",schemaPath:"#/definitions/check/properties/series/properties/where/type",keyword:"type",params:{type: "string"},schema:schema38.properties.series.properties.where.type,parentSchema:schema38.properties.series.properties.where,data:data4};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data1.groupBy !== undefined && func0.call(data1, "groupBy")){
let data5 = data1.groupBy;
if(Array.isArray(data5)){
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
let data6 = data5[i0];
if(typeof data6 !== "string"){
const err29 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/series/groupBy/" + i0,schemaPath:"#/definitions/check/properties/series/properties/groupBy/items/type",keyword:"type",params:{type: "string"},schema:schema38.properties.series.properties.groupBy.items.type,parentSchema:schema38.properties.series.properties.groupBy.items,data:data6};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/series/groupBy",schemaPath:"#/definitions/check/properties/series/properties/groupBy/type",keyword:"type",params:{type: "array"},schema:schema38.properties.series.properties.groupBy.type,parentSchema:schema38.properties.series.properties.groupBy,data:data5};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
else {
const err31 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/series",schemaPath:"#/definitions/check/properties/series/type",keyword:"type",params:{type: "object"},schema:schema38.properties.series.type,parentSchema:schema38.properties.series,data:data1};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data0.window !== undefined && func0.call(data0, "window")){
let data7 = data0.window;
if(typeof data7 === "string"){
if(!pattern3.test(data7)){
const err32 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/window",schemaPath:"#/definitions/check/properties/window/pattern",keyword:"pattern",params:{pattern: "^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$"},schema:"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$",parentSchema:schema38.properties.window,data:data7};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
else {
const err33 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/window",schemaPath:"#/definitions/check/properties/window/type",keyword:"type",params:{type: "string"},schema:schema38.properties.window.type,parentSchema:schema38.properties.window,data:data7};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data0.granularity !== undefined && func0.call(data0, "granularity")){
let data8 = data0.granularity;
if(!(((((((((((((((data8 === "30s") || (data8 === "1m")) || (data8 === "5m")) || (data8 === "10m")) || (data8 === "15m")) || (data8 === "30m")) || (data8 === "1h")) || (data8 === "2h")) || (data8 === "6h")) || (data8 === "12h")) || (data8 === "1d")) || (data8 === "2d")) || (data8 === "7d")) || (data8 === "30d")) || (data8 === "auto"))){
const err34 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/granularity",schemaPath:"#/definitions/check/properties/granularity/enum",keyword:"enum",params:{allowedValues: schema38.properties.granularity.enum},schema:schema38.properties.granularity.enum,parentSchema:schema38.properties.granularity,data:data8};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data0.reduce !== undefined && func0.call(data0, "reduce")){
let data9 = data0.reduce;
if(!(((((data9 === "min") || (data9 === "max")) || (data9 === "avg")) || (data9 === "sum")) || (data9 === "last"))){
const err35 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/reduce",schemaPath:"#/definitions/check/properties/reduce/enum",keyword:"enum",params:{allowedValues: schema38.properties.reduce.enum},schema:schema38.properties.reduce.enum,parentSchema:schema38.properties.reduce,data:data9};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data0.pass !== undefined && func0.call(data0, "pass")){
let data10 = data0.pass;
if(typeof data10 === "string"){
if(!pattern34.test(data10)){
const err36 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/pass",schemaPath:"#/definitions/check/properties/pass/pattern",keyword:"pattern",params:{pattern: "^ *(<=|>=|==|!=|<|>) *-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)? *$"},schema:"^ *(<=|>=|==|!=|<|>) *-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)? *$",parentSchema:schema38.properties.pass,data:data10};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
else {
const err37 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/pass",schemaPath:"#/definitions/check/properties/pass/type",keyword:"type",params:{type: "string"},schema:schema38.properties.pass.type,parentSchema:schema38.properties.pass,data:data10};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data0.unit !== undefined && func0.call(data0, "unit")){
let data11 = data0.unit;
if(typeof data11 === "string"){
if(!pattern35.test(data11)){
const err38 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/unit",schemaPath:"#/definitions/check/properties/unit/pattern",keyword:"pattern",params:{pattern: "^(?!\\s)[^\\p{C}\\p{Zl}\\p{Zp}]{1,20}$"},schema:"^(?!\\s)[^\\p{C}\\p{Zl}\\p{Zp}]{1,20}$",parentSchema:schema38.properties.unit,data:data11};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
else {
const err39 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/unit",schemaPath:"#/definitions/check/properties/unit/type",keyword:"type",params:{type: "string"},schema:schema38.properties.unit.type,parentSchema:schema38.properties.unit,data:data11};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data0.alert !== undefined && func0.call(data0, "alert")){
let data12 = data0.alert;
if(typeof data12 === "string"){
if(!pattern0.test(data12)){
const err40 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/alert",schemaPath:"#/definitions/check/properties/alert/pattern",keyword:"pattern",params:{pattern: "\\S"},schema:"\\S",parentSchema:schema38.properties.alert,data:data12};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
else {
const err41 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/alert",schemaPath:"#/definitions/check/properties/alert/type",keyword:"type",params:{type: "string"},schema:schema38.properties.alert.type,parentSchema:schema38.properties.alert,data:data12};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data0.state !== undefined && func0.call(data0, "state")){
let data13 = data0.state;
if(typeof data13 === "string"){
if(!pattern0.test(data13)){
const err42 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/state",schemaPath:"#/definitions/check/properties/state/pattern",keyword:"pattern",params:{pattern: "\\S"},schema:"\\S",parentSchema:schema38.properties.state,data:data13};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
else {
const err43 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/state",schemaPath:"#/definitions/check/properties/state/type",keyword:"type",params:{type: "string"},schema:schema38.properties.state.type,parentSchema:schema38.properties.state,data:data13};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data0.definition !== undefined && func0.call(data0, "definition")){
let data14 = data0.definition;
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
for(const key4 of Object.keys(data14)){
if(!(((key4 === "threshold") || (key4 === "thresholdType")) || (key4 === "interval"))){
const err44 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/definition",schemaPath:"#/definitions/check/properties/definition/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},schema:false,parentSchema:schema38.properties.definition,data:data14};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data14.threshold !== undefined && func0.call(data14, "threshold")){
let data15 = data14.threshold;
if(!((typeof data15 == "number") && (isFinite(data15)))){
const err45 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/definition/threshold",schemaPath:"#/definitions/check/properties/definition/properties/threshold/type",keyword:"type",params:{type: "number"},schema:schema38.properties.definition.properties.threshold.type,parentSchema:schema38.properties.definition.properties.threshold,data:data15};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data14.thresholdType !== undefined && func0.call(data14, "thresholdType")){
let data16 = data14.thresholdType;
if(typeof data16 === "string"){
if(!pattern0.test(data16)){
const err46 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/definition/thresholdType",schemaPath:"#/definitions/check/properties/definition/properties/thresholdType/pattern",keyword:"pattern",params:{pattern: "\\S"},schema:"\\S",parentSchema:schema38.properties.definition.properties.thresholdType,data:data16};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
else {
const err47 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/definition/thresholdType",schemaPath:"#/definitions/check/properties/definition/properties/thresholdType/type",keyword:"type",params:{type: "string"},schema:schema38.properties.definition.properties.thresholdType.type,parentSchema:schema38.properties.definition.properties.thresholdType,data:data16};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data14.interval !== undefined && func0.call(data14, "interval")){
let data17 = data14.interval;
if(typeof data17 === "string"){
if(!pattern0.test(data17)){
const err48 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/definition/interval",schemaPath:"#/definitions/check/properties/definition/properties/interval/pattern",keyword:"pattern",params:{pattern: "\\S"},schema:"\\S",parentSchema:schema38.properties.definition.properties.interval,data:data17};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
else {
const err49 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/definition/interval",schemaPath:"#/definitions/check/properties/definition/properties/interval/type",keyword:"type",params:{type: "string"},schema:schema38.properties.definition.properties.interval.type,parentSchema:schema38.properties.definition.properties.interval,data:data17};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
}
else {
const err50 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/definition",schemaPath:"#/definitions/check/properties/definition/type",keyword:"type",params:{type: "object"},schema:schema38.properties.definition.type,parentSchema:schema38.properties.definition,data:data14};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
}
else {
const err51 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/check/type",keyword:"type",params:{type: "object"},schema:schema38.type,parentSchema:schema38,data:data0};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
}
else {
const err52 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema37.type,parentSchema:schema37,data};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
validate19.errors = vErrors;
return errors === 0;
}

const schema40 = {"type":"object","additionalProperties":false,"properties":{"version":{"$ref":"#/definitions/version"},"api":{"$ref":"#/definitions/api"},"observability":{"$ref":"#/definitions/observability"},"services":{"$ref":"#/definitions/services"},"presets":{"$ref":"#/definitions/presets"},"pipes":{"$ref":"#/definitions/pipes"},"policy":{"$ref":"#/definitions/policy"},"checks":{"$ref":"#/definitions/checks"},"rollout":{"$ref":"#/definitions/rollout"}}};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(!(func0.call(schema40.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema40,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.version !== undefined && func0.call(data, "version")){
let data0 = data.version;
if(!(data0 === 1)){
const err1 = {instancePath:instancePath+"/version",schemaPath:"#/definitions/version/enum",keyword:"enum",params:{allowedValues: schema12.enum},schema:schema12.enum,parentSchema:schema12,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.api !== undefined && func0.call(data, "api")){
let data1 = data.api;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
for(const key1 of Object.keys(data1)){
if(!((((key1 === "url") || (key1 === "organization")) || (key1 === "rateLimit")) || (key1 === "parallelism"))){
const err2 = {instancePath:instancePath+"/api",schemaPath:"#/definitions/api/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},schema:false,parentSchema:schema13,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data1.url !== undefined && func0.call(data1, "url")){
let data2 = data1.url;
if(typeof data2 === "string"){
if(!pattern1.test(data2)){
const err3 = {instancePath:instancePath+"/api/url",schemaPath:"#/definitions/api/properties/url/pattern",keyword:"pattern",params:{pattern: "^[Hh][Tt][Tt][Pp][Ss]?://"},schema:"^[Hh][Tt][Tt][Pp][Ss]?://",parentSchema:schema13.properties.url,data:data2};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/api/url",schemaPath:"#/definitions/api/properties/url/type",keyword:"type",params:{type: "string"},schema:schema13.properties.url.type,parentSchema:schema13.properties.url,data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data1.organization !== undefined && func0.call(data1, "organization")){
let data3 = data1.organization;
if(typeof data3 === "string"){
if(!pattern2.test(data3)){
const err5 = {instancePath:instancePath+"/api/organization",schemaPath:"#/definitions/api/properties/organization/pattern",keyword:"pattern",params:{pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"},schema:"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",parentSchema:schema13.properties.organization,data:data3};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/api/organization",schemaPath:"#/definitions/api/properties/organization/type",keyword:"type",params:{type: "string"},schema:schema13.properties.organization.type,parentSchema:schema13.properties.organization,data:data3};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data1.rateLimit !== undefined && func0.call(data1, "rateLimit")){
let data4 = data1.rateLimit;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if((data4.requests === undefined) || (!(func0.call(data4, "requests")))){
const err7 = {instancePath:instancePath+"/api/rateLimit",schemaPath:"#/definitions/api/properties/rateLimit/required",keyword:"required",params:{missingProperty: "requests"},schema:schema13.properties.rateLimit.required,parentSchema:schema13.properties.rateLimit,data:data4};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if((data4.per === undefined) || (!(func0.call(data4, "per")))){
const err8 = {instancePath:instancePath+"/api/rateLimit",schemaPath:"#/definitions/api/properties/rateLimit/required",keyword:"required",params:{missingProperty: "per"},schema:schema13.properties.rateLimit.required,parentSchema:schema13.properties.rateLimit,data:data4};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
for(const key2 of Object.keys(data4)){
if(!((key2 === "requests") || (key2 === "per"))){
const err9 = {instancePath:instancePath+"/api/rateLimit",schemaPath:"#/definitions/api/properties/rateLimit/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},schema:false,parentSchema:schema13.properties.rateLimit,data:data4};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data4.requests !== undefined && func0.call(data4, "requests")){
let data5 = data4.requests;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err10 = {instancePath:instancePath+"/api/rateLimit/requests",schemaPath:"#/definitions/api/properties/rateLimit/properties/requests/type",keyword:"type",params:{type: "integer"},schema:schema13.properties.rateLimit.properties.requests.type,parentSchema:schema13.properties.rateLimit.properties.requests,data:data5};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 < 1 || isNaN(data5)){
const err11 = {instancePath:instancePath+"/api/rateLimit/requests",schemaPath:"#/definitions/api/properties/rateLimit/properties/requests/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema13.properties.rateLimit.properties.requests,data:data5};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
if(data4.per !== undefined && func0.call(data4, "per")){
let data6 = data4.per;
if(typeof data6 === "string"){
if(!pattern3.test(data6)){
const err12 = {instancePath:instancePath+"/api/rateLimit/per",schemaPath:"#/definitions/api/properties/rateLimit/properties/per/pattern",keyword:"pattern",params:{pattern: "^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$"},schema:"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$",parentSchema:schema13.properties.rateLimit.properties.per,data:data6};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/api/rateLimit/per",schemaPath:"#/definitions/api/properties/rateLimit/properties/per/type",keyword:"type",params:{type: "string"},schema:schema13.properties.rateLimit.properties.per.type,parentSchema:schema13.properties.rateLimit.properties.per,data:data6};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath:instancePath+"/api/rateLimit",schemaPath:"#/definitions/api/properties/rateLimit/type",keyword:"type",params:{type: "object"},schema:schema13.properties.rateLimit.type,parentSchema:schema13.properties.rateLimit,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data1.parallelism !== undefined && func0.call(data1, "parallelism")){
let data7 = data1.parallelism;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
const err15 = {instancePath:instancePath+"/api/parallelism",schemaPath:"#/definitions/api/properties/parallelism/type",keyword:"type",params:{type: "integer"},schema:schema13.properties.parallelism.type,parentSchema:schema13.properties.parallelism,data:data7};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 1000 || isNaN(data7)){
const err16 = {instancePath:instancePath+"/api/parallelism",schemaPath:"#/definitions/api/properties/parallelism/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},schema:1000,parentSchema:schema13.properties.parallelism,data:data7};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data7 < 1 || isNaN(data7)){
const err17 = {instancePath:instancePath+"/api/parallelism",schemaPath:"#/definitions/api/properties/parallelism/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema13.properties.parallelism,data:data7};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
}
else {
const err18 = {instancePath:instancePath+"/api",schemaPath:"#/definitions/api/type",keyword:"type",params:{type: "object"},schema:schema13.type,parentSchema:schema13,data:data1};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.observability !== undefined && func0.call(data, "observability")){
let data8 = data.observability;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
for(const key3 of Object.keys(data8)){
if(!(key3 === "url")){
const err19 = {instancePath:instancePath+"/observability",schemaPath:"#/definitions/observability/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},schema:false,parentSchema:schema14,data:data8};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data8.url !== undefined && func0.call(data8, "url")){
let data9 = data8.url;
if(typeof data9 === "string"){
if(!pattern1.test(data9)){
const err20 = {instancePath:instancePath+"/observability/url",schemaPath:"#/definitions/observability/properties/url/pattern",keyword:"pattern",params:{pattern: "^[Hh][Tt][Tt][Pp][Ss]?://"},schema:"^[Hh][Tt][Tt][Pp][Ss]?://",parentSchema:schema14.properties.url,data:data9};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/observability/url",schemaPath:"#/definitions/observability/properties/url/type",keyword:"type",params:{type: "string"},schema:schema14.properties.url.type,parentSchema:schema14.properties.url,data:data9};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath:instancePath+"/observability",schemaPath:"#/definitions/observability/type",keyword:"type",params:{type: "object"},schema:schema14.type,parentSchema:schema14,data:data8};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.services !== undefined && func0.call(data, "services")){
let data10 = data.services;
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
for(const key4 of Object.keys(data10)){
const _errs30 = errors;
if(typeof key4 === "string"){
if(!pattern5.test(key4)){
const err23 = {instancePath:instancePath+"/services",schemaPath:"#/definitions/services/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},schema:"^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$",parentSchema:schema15.propertyNames,data:key4,propertyName:key4};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
var valid8 = _errs30 === errors;
if(!valid8){
const err24 = {instancePath:instancePath+"/services",schemaPath:"#/definitions/services/propertyNames",keyword:"propertyNames",params:{propertyName: key4},schema:schema15.propertyNames,parentSchema:schema15,data:data10};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
for(const key5 of Object.keys(data10)){
let data11 = data10[key5];
if(typeof data11 === "string"){
if(!pattern2.test(data11)){
const err25 = {instancePath:instancePath+"/services/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/services/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"},schema:"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",parentSchema:schema15.additionalProperties,data:data11};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/services/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/services/additionalProperties/type",keyword:"type",params:{type: "string"},schema:schema15.additionalProperties.type,parentSchema:schema15.additionalProperties,data:data11};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath:instancePath+"/services",schemaPath:"#/definitions/services/type",keyword:"type",params:{type: "object"},schema:schema15.type,parentSchema:schema15,data:data10};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.presets !== undefined && func0.call(data, "presets")){
if(!(validate11(data.presets, {instancePath:instancePath+"/presets",parentData:data,parentDataProperty:"presets",rootData}))){
vErrors = joinErrors(vErrors, validate11.errors);
errors = vErrors.length;
}
}
if(data.pipes !== undefined && func0.call(data, "pipes")){
if(!(validate15(data.pipes, {instancePath:instancePath+"/pipes",parentData:data,parentDataProperty:"pipes",rootData}))){
vErrors = joinErrors(vErrors, validate15.errors);
errors = vErrors.length;
}
}
if(data.policy !== undefined && func0.call(data, "policy")){
let data14 = data.policy;
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
for(const key6 of Object.keys(data14)){
if(!(((key6 === "maxChangedPipes") || (key6 === "minPipes")) || (key6 === "maxReplicaFactor"))){
const err28 = {instancePath:instancePath+"/policy",schemaPath:"#/definitions/policy/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},schema:false,parentSchema:schema36,data:data14};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data14.maxChangedPipes !== undefined && func0.call(data14, "maxChangedPipes")){
let data15 = data14.maxChangedPipes;
if((!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))) && (typeof data15 !== "string")){
const err29 = {instancePath:instancePath+"/policy/maxChangedPipes",schemaPath:"#/definitions/policy/properties/maxChangedPipes/type",keyword:"type",params:{type: schema36.properties.maxChangedPipes.type},schema:schema36.properties.maxChangedPipes.type,parentSchema:schema36.properties.maxChangedPipes,data:data15};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 < 0 || isNaN(data15)){
const err30 = {instancePath:instancePath+"/policy/maxChangedPipes",schemaPath:"#/definitions/policy/properties/maxChangedPipes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema36.properties.maxChangedPipes,data:data15};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(typeof data15 === "string"){
if(!pattern29.test(data15)){
const err31 = {instancePath:instancePath+"/policy/maxChangedPipes",schemaPath:"#/definitions/policy/properties/maxChangedPipes/pattern",keyword:"pattern",params:{pattern: "^([1-9][0-9]?|100)%$"},schema:"^([1-9][0-9]?|100)%$",parentSchema:schema36.properties.maxChangedPipes,data:data15};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
if(data14.minPipes !== undefined && func0.call(data14, "minPipes")){
let data16 = data14.minPipes;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
const err32 = {instancePath:instancePath+"/policy/minPipes",schemaPath:"#/definitions/policy/properties/minPipes/type",keyword:"type",params:{type: "integer"},schema:schema36.properties.minPipes.type,parentSchema:schema36.properties.minPipes,data:data16};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 < 0 || isNaN(data16)){
const err33 = {instancePath:instancePath+"/policy/minPipes",schemaPath:"#/definitions/policy/properties/minPipes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema36.properties.minPipes,data:data16};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
if(data14.maxReplicaFactor !== undefined && func0.call(data14, "maxReplicaFactor")){
let data17 = data14.maxReplicaFactor;
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 < 1 || isNaN(data17)){
const err34 = {instancePath:instancePath+"/policy/maxReplicaFactor",schemaPath:"#/definitions/policy/properties/maxReplicaFactor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema36.properties.maxReplicaFactor,data:data17};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
else {
const err35 = {instancePath:instancePath+"/policy/maxReplicaFactor",schemaPath:"#/definitions/policy/properties/maxReplicaFactor/type",keyword:"type",params:{type: "number"},schema:schema36.properties.maxReplicaFactor.type,parentSchema:schema36.properties.maxReplicaFactor,data:data17};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
else {
const err36 = {instancePath:instancePath+"/policy",schemaPath:"#/definitions/policy/type",keyword:"type",params:{type: "object"},schema:schema36.type,parentSchema:schema36,data:data14};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.checks !== undefined && func0.call(data, "checks")){
if(!(validate19(data.checks, {instancePath:instancePath+"/checks",parentData:data,parentDataProperty:"checks",rootData}))){
vErrors = joinErrors(vErrors, validate19.errors);
errors = vErrors.length;
}
}
if(data.rollout !== undefined && func0.call(data, "rollout")){
let data19 = data.rollout;
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
for(const key7 of Object.keys(data19)){
if(!(func0.call(schema39.properties, key7))){
const err37 = {instancePath:instancePath+"/rollout",schemaPath:"#/definitions/rollout/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},schema:false,parentSchema:schema39,data:data19};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data19.waves !== undefined && func0.call(data19, "waves")){
let data20 = data19.waves;
if(Array.isArray(data20)){
if(data20.length < 1){
const err38 = {instancePath:instancePath+"/rollout/waves",schemaPath:"#/definitions/rollout/properties/waves/minItems",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema39.properties.waves,data:data20};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
const len0 = data20.length;
for(let i0=0; i0<len0; i0++){
let data21 = data20[i0];
if((!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))) && (typeof data21 !== "string")){
const err39 = {instancePath:instancePath+"/rollout/waves/" + i0,schemaPath:"#/definitions/rollout/properties/waves/items/type",keyword:"type",params:{type: schema39.properties.waves.items.type},schema:schema39.properties.waves.items.type,parentSchema:schema39.properties.waves.items,data:data21};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 < 1 || isNaN(data21)){
const err40 = {instancePath:instancePath+"/rollout/waves/" + i0,schemaPath:"#/definitions/rollout/properties/waves/items/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema39.properties.waves.items,data:data21};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(typeof data21 === "string"){
if(!pattern29.test(data21)){
const err41 = {instancePath:instancePath+"/rollout/waves/" + i0,schemaPath:"#/definitions/rollout/properties/waves/items/pattern",keyword:"pattern",params:{pattern: "^([1-9][0-9]?|100)%$"},schema:"^([1-9][0-9]?|100)%$",parentSchema:schema39.properties.waves.items,data:data21};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
}
}
else {
const err42 = {instancePath:instancePath+"/rollout/waves",schemaPath:"#/definitions/rollout/properties/waves/type",keyword:"type",params:{type: "array"},schema:schema39.properties.waves.type,parentSchema:schema39.properties.waves,data:data20};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data19.before !== undefined && func0.call(data19, "before")){
let data22 = data19.before;
if(Array.isArray(data22)){
const len1 = data22.length;
for(let i1=0; i1<len1; i1++){
let data23 = data22[i1];
if(typeof data23 !== "string"){
const err43 = {instancePath:instancePath+"/rollout/before/" + i1,schemaPath:"#/definitions/rollout/properties/before/items/type",keyword:"type",params:{type: "string"},schema:schema39.properties.before.items.type,parentSchema:schema39.properties.before.items,data:data23};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
else {
const err44 = {instancePath:instancePath+"/rollout/before",schemaPath:"#/definitions/rollout/properties/before/type",keyword:"type",params:{type: "array"},schema:schema39.properties.before.type,parentSchema:schema39.properties.before,data:data22};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data19.after !== undefined && func0.call(data19, "after")){
let data24 = data19.after;
if(Array.isArray(data24)){
const len2 = data24.length;
for(let i2=0; i2<len2; i2++){
let data25 = data24[i2];
if(typeof data25 !== "string"){
const err45 = {instancePath:instancePath+"/rollout/after/" + i2,schemaPath:"#/definitions/rollout/properties/after/items/type",keyword:"type",params:{type: "string"},schema:schema39.properties.after.items.type,parentSchema:schema39.properties.after.items,data:data25};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
}
else {
const err46 = {instancePath:instancePath+"/rollout/after",schemaPath:"#/definitions/rollout/properties/after/type",keyword:"type",params:{type: "array"},schema:schema39.properties.after.type,parentSchema:schema39.properties.after,data:data24};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data19.bake !== undefined && func0.call(data19, "bake")){
let data26 = data19.bake;
if(typeof data26 === "string"){
if(!pattern3.test(data26)){
const err47 = {instancePath:instancePath+"/rollout/bake",schemaPath:"#/definitions/rollout/properties/bake/pattern",keyword:"pattern",params:{pattern: "^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$"},schema:"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$",parentSchema:schema39.properties.bake,data:data26};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
else {
const err48 = {instancePath:instancePath+"/rollout/bake",schemaPath:"#/definitions/rollout/properties/bake/type",keyword:"type",params:{type: "string"},schema:schema39.properties.bake.type,parentSchema:schema39.properties.bake,data:data26};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data19.interval !== undefined && func0.call(data19, "interval")){
let data27 = data19.interval;
if(typeof data27 === "string"){
if(!pattern3.test(data27)){
const err49 = {instancePath:instancePath+"/rollout/interval",schemaPath:"#/definitions/rollout/properties/interval/pattern",keyword:"pattern",params:{pattern: "^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$"},schema:"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$",parentSchema:schema39.properties.interval,data:data27};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
else {
const err50 = {instancePath:instancePath+"/rollout/interval",schemaPath:"#/definitions/rollout/properties/interval/type",keyword:"type",params:{type: "string"},schema:schema39.properties.interval.type,parentSchema:schema39.properties.interval,data:data27};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data19.count !== undefined && func0.call(data19, "count")){
let data28 = data19.count;
if(!(((typeof data28 == "number") && (!(data28 % 1) && !isNaN(data28))) && (isFinite(data28)))){
const err51 = {instancePath:instancePath+"/rollout/count",schemaPath:"#/definitions/rollout/properties/count/type",keyword:"type",params:{type: "integer"},schema:schema39.properties.count.type,parentSchema:schema39.properties.count,data:data28};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if((typeof data28 == "number") && (isFinite(data28))){
if(data28 > 10000 || isNaN(data28)){
const err52 = {instancePath:instancePath+"/rollout/count",schemaPath:"#/definitions/rollout/properties/count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},schema:10000,parentSchema:schema39.properties.count,data:data28};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
if(data28 < 1 || isNaN(data28)){
const err53 = {instancePath:instancePath+"/rollout/count",schemaPath:"#/definitions/rollout/properties/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema39.properties.count,data:data28};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
}
if(data19.failureLimit !== undefined && func0.call(data19, "failureLimit")){
let data29 = data19.failureLimit;
if(!(((typeof data29 == "number") && (!(data29 % 1) && !isNaN(data29))) && (isFinite(data29)))){
const err54 = {instancePath:instancePath+"/rollout/failureLimit",schemaPath:"#/definitions/rollout/properties/failureLimit/type",keyword:"type",params:{type: "integer"},schema:schema39.properties.failureLimit.type,parentSchema:schema39.properties.failureLimit,data:data29};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if((typeof data29 == "number") && (isFinite(data29))){
if(data29 > 10000 || isNaN(data29)){
const err55 = {instancePath:instancePath+"/rollout/failureLimit",schemaPath:"#/definitions/rollout/properties/failureLimit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},schema:10000,parentSchema:schema39.properties.failureLimit,data:data29};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
if(data29 < 0 || isNaN(data29)){
const err56 = {instancePath:instancePath+"/rollout/failureLimit",schemaPath:"#/definitions/rollout/properties/failureLimit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema39.properties.failureLimit,data:data29};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
}
if(data19.inconclusiveLimit !== undefined && func0.call(data19, "inconclusiveLimit")){
let data30 = data19.inconclusiveLimit;
if(!(((typeof data30 == "number") && (!(data30 % 1) && !isNaN(data30))) && (isFinite(data30)))){
const err57 = {instancePath:instancePath+"/rollout/inconclusiveLimit",schemaPath:"#/definitions/rollout/properties/inconclusiveLimit/type",keyword:"type",params:{type: "integer"},schema:schema39.properties.inconclusiveLimit.type,parentSchema:schema39.properties.inconclusiveLimit,data:data30};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if((typeof data30 == "number") && (isFinite(data30))){
if(data30 > 10000 || isNaN(data30)){
const err58 = {instancePath:instancePath+"/rollout/inconclusiveLimit",schemaPath:"#/definitions/rollout/properties/inconclusiveLimit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},schema:10000,parentSchema:schema39.properties.inconclusiveLimit,data:data30};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if(data30 < 0 || isNaN(data30)){
const err59 = {instancePath:instancePath+"/rollout/inconclusiveLimit",schemaPath:"#/definitions/rollout/properties/inconclusiveLimit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema39.properties.inconclusiveLimit,data:data30};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
}
if(data19.consecutiveErrorLimit !== undefined && func0.call(data19, "consecutiveErrorLimit")){
let data31 = data19.consecutiveErrorLimit;
if(!(((typeof data31 == "number") && (!(data31 % 1) && !isNaN(data31))) && (isFinite(data31)))){
const err60 = {instancePath:instancePath+"/rollout/consecutiveErrorLimit",schemaPath:"#/definitions/rollout/properties/consecutiveErrorLimit/type",keyword:"type",params:{type: "integer"},schema:schema39.properties.consecutiveErrorLimit.type,parentSchema:schema39.properties.consecutiveErrorLimit,data:data31};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
if((typeof data31 == "number") && (isFinite(data31))){
if(data31 > 10000 || isNaN(data31)){
const err61 = {instancePath:instancePath+"/rollout/consecutiveErrorLimit",schemaPath:"#/definitions/rollout/properties/consecutiveErrorLimit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},schema:10000,parentSchema:schema39.properties.consecutiveErrorLimit,data:data31};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
if(data31 < 0 || isNaN(data31)){
const err62 = {instancePath:instancePath+"/rollout/consecutiveErrorLimit",schemaPath:"#/definitions/rollout/properties/consecutiveErrorLimit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema39.properties.consecutiveErrorLimit,data:data31};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
}
if(data19.onFailure !== undefined && func0.call(data19, "onFailure")){
let data32 = data19.onFailure;
if(!((data32 === "stop") || (data32 === "rollback"))){
const err63 = {instancePath:instancePath+"/rollout/onFailure",schemaPath:"#/definitions/rollout/properties/onFailure/enum",keyword:"enum",params:{allowedValues: schema39.properties.onFailure.enum},schema:schema39.properties.onFailure.enum,parentSchema:schema39.properties.onFailure,data:data32};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
}
else {
const err64 = {instancePath:instancePath+"/rollout",schemaPath:"#/definitions/rollout/type",keyword:"type",params:{type: "object"},schema:schema39.type,parentSchema:schema39,data:data19};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
}
else {
const err65 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema40.type,parentSchema:schema40,data};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}


function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="urn:pipeform:config:1" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(!(func0.call(schema11.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.version !== undefined && func0.call(data, "version")){
let data0 = data.version;
if(!(data0 === 1)){
const err1 = {instancePath:instancePath+"/version",schemaPath:"#/definitions/version/enum",keyword:"enum",params:{allowedValues: schema12.enum},schema:schema12.enum,parentSchema:schema12,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.include !== undefined && func0.call(data, "include")){
let data1 = data.include;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 === "string"){
if(!pattern0.test(data2)){
const err2 = {instancePath:instancePath+"/include/" + i0,schemaPath:"#/properties/include/items/pattern",keyword:"pattern",params:{pattern: "\\S"},schema:"\\S",parentSchema:schema11.properties.include.items,data:data2};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/include/" + i0,schemaPath:"#/properties/include/items/type",keyword:"type",params:{type: "string"},schema:schema11.properties.include.items.type,parentSchema:schema11.properties.include.items,data:data2};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath:instancePath+"/include",schemaPath:"#/properties/include/type",keyword:"type",params:{type: "array"},schema:schema11.properties.include.type,parentSchema:schema11.properties.include,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.api !== undefined && func0.call(data, "api")){
let data3 = data.api;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
for(const key1 of Object.keys(data3)){
if(!((((key1 === "url") || (key1 === "organization")) || (key1 === "rateLimit")) || (key1 === "parallelism"))){
const err5 = {instancePath:instancePath+"/api",schemaPath:"#/definitions/api/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},schema:false,parentSchema:schema13,data:data3};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data3.url !== undefined && func0.call(data3, "url")){
let data4 = data3.url;
if(typeof data4 === "string"){
if(!pattern1.test(data4)){
const err6 = {instancePath:instancePath+"/api/url",schemaPath:"#/definitions/api/properties/url/pattern",keyword:"pattern",params:{pattern: "^[Hh][Tt][Tt][Pp][Ss]?://"},schema:"^[Hh][Tt][Tt][Pp][Ss]?://",parentSchema:schema13.properties.url,data:data4};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/api/url",schemaPath:"#/definitions/api/properties/url/type",keyword:"type",params:{type: "string"},schema:schema13.properties.url.type,parentSchema:schema13.properties.url,data:data4};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data3.organization !== undefined && func0.call(data3, "organization")){
let data5 = data3.organization;
if(typeof data5 === "string"){
if(!pattern2.test(data5)){
const err8 = {instancePath:instancePath+"/api/organization",schemaPath:"#/definitions/api/properties/organization/pattern",keyword:"pattern",params:{pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"},schema:"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",parentSchema:schema13.properties.organization,data:data5};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/api/organization",schemaPath:"#/definitions/api/properties/organization/type",keyword:"type",params:{type: "string"},schema:schema13.properties.organization.type,parentSchema:schema13.properties.organization,data:data5};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data3.rateLimit !== undefined && func0.call(data3, "rateLimit")){
let data6 = data3.rateLimit;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if((data6.requests === undefined) || (!(func0.call(data6, "requests")))){
const err10 = {instancePath:instancePath+"/api/rateLimit",schemaPath:"#/definitions/api/properties/rateLimit/required",keyword:"required",params:{missingProperty: "requests"},schema:schema13.properties.rateLimit.required,parentSchema:schema13.properties.rateLimit,data:data6};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if((data6.per === undefined) || (!(func0.call(data6, "per")))){
const err11 = {instancePath:instancePath+"/api/rateLimit",schemaPath:"#/definitions/api/properties/rateLimit/required",keyword:"required",params:{missingProperty: "per"},schema:schema13.properties.rateLimit.required,parentSchema:schema13.properties.rateLimit,data:data6};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
for(const key2 of Object.keys(data6)){
if(!((key2 === "requests") || (key2 === "per"))){
const err12 = {instancePath:instancePath+"/api/rateLimit",schemaPath:"#/definitions/api/properties/rateLimit/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},schema:false,parentSchema:schema13.properties.rateLimit,data:data6};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data6.requests !== undefined && func0.call(data6, "requests")){
let data7 = data6.requests;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
const err13 = {instancePath:instancePath+"/api/rateLimit/requests",schemaPath:"#/definitions/api/properties/rateLimit/properties/requests/type",keyword:"type",params:{type: "integer"},schema:schema13.properties.rateLimit.properties.requests.type,parentSchema:schema13.properties.rateLimit.properties.requests,data:data7};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 < 1 || isNaN(data7)){
const err14 = {instancePath:instancePath+"/api/rateLimit/requests",schemaPath:"#/definitions/api/properties/rateLimit/properties/requests/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema13.properties.rateLimit.properties.requests,data:data7};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
if(data6.per !== undefined && func0.call(data6, "per")){
let data8 = data6.per;
if(typeof data8 === "string"){
if(!pattern3.test(data8)){
const err15 = {instancePath:instancePath+"/api/rateLimit/per",schemaPath:"#/definitions/api/properties/rateLimit/properties/per/pattern",keyword:"pattern",params:{pattern: "^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$"},schema:"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$",parentSchema:schema13.properties.rateLimit.properties.per,data:data8};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/api/rateLimit/per",schemaPath:"#/definitions/api/properties/rateLimit/properties/per/type",keyword:"type",params:{type: "string"},schema:schema13.properties.rateLimit.properties.per.type,parentSchema:schema13.properties.rateLimit.properties.per,data:data8};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/api/rateLimit",schemaPath:"#/definitions/api/properties/rateLimit/type",keyword:"type",params:{type: "object"},schema:schema13.properties.rateLimit.type,parentSchema:schema13.properties.rateLimit,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data3.parallelism !== undefined && func0.call(data3, "parallelism")){
let data9 = data3.parallelism;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err18 = {instancePath:instancePath+"/api/parallelism",schemaPath:"#/definitions/api/properties/parallelism/type",keyword:"type",params:{type: "integer"},schema:schema13.properties.parallelism.type,parentSchema:schema13.properties.parallelism,data:data9};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 1000 || isNaN(data9)){
const err19 = {instancePath:instancePath+"/api/parallelism",schemaPath:"#/definitions/api/properties/parallelism/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},schema:1000,parentSchema:schema13.properties.parallelism,data:data9};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data9 < 1 || isNaN(data9)){
const err20 = {instancePath:instancePath+"/api/parallelism",schemaPath:"#/definitions/api/properties/parallelism/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema13.properties.parallelism,data:data9};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
}
else {
const err21 = {instancePath:instancePath+"/api",schemaPath:"#/definitions/api/type",keyword:"type",params:{type: "object"},schema:schema13.type,parentSchema:schema13,data:data3};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.observability !== undefined && func0.call(data, "observability")){
let data10 = data.observability;
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
for(const key3 of Object.keys(data10)){
if(!(key3 === "url")){
const err22 = {instancePath:instancePath+"/observability",schemaPath:"#/definitions/observability/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},schema:false,parentSchema:schema14,data:data10};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data10.url !== undefined && func0.call(data10, "url")){
let data11 = data10.url;
if(typeof data11 === "string"){
if(!pattern1.test(data11)){
const err23 = {instancePath:instancePath+"/observability/url",schemaPath:"#/definitions/observability/properties/url/pattern",keyword:"pattern",params:{pattern: "^[Hh][Tt][Tt][Pp][Ss]?://"},schema:"^[Hh][Tt][Tt][Pp][Ss]?://",parentSchema:schema14.properties.url,data:data11};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/observability/url",schemaPath:"#/definitions/observability/properties/url/type",keyword:"type",params:{type: "string"},schema:schema14.properties.url.type,parentSchema:schema14.properties.url,data:data11};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/observability",schemaPath:"#/definitions/observability/type",keyword:"type",params:{type: "object"},schema:schema14.type,parentSchema:schema14,data:data10};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.services !== undefined && func0.call(data, "services")){
let data12 = data.services;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
for(const key4 of Object.keys(data12)){
const _errs35 = errors;
if(typeof key4 === "string"){
if(!pattern5.test(key4)){
const err26 = {instancePath:instancePath+"/services",schemaPath:"#/definitions/services/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},schema:"^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$",parentSchema:schema15.propertyNames,data:key4,propertyName:key4};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
var valid10 = _errs35 === errors;
if(!valid10){
const err27 = {instancePath:instancePath+"/services",schemaPath:"#/definitions/services/propertyNames",keyword:"propertyNames",params:{propertyName: key4},schema:schema15.propertyNames,parentSchema:schema15,data:data12};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
for(const key5 of Object.keys(data12)){
let data13 = data12[key5];
if(typeof data13 === "string"){
if(!pattern2.test(data13)){
const err28 = {instancePath:instancePath+"/services/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/services/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"},schema:"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",parentSchema:schema15.additionalProperties,data:data13};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
else {
const err29 = {instancePath:instancePath+"/services/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/definitions/services/additionalProperties/type",keyword:"type",params:{type: "string"},schema:schema15.additionalProperties.type,parentSchema:schema15.additionalProperties,data:data13};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath:instancePath+"/services",schemaPath:"#/definitions/services/type",keyword:"type",params:{type: "object"},schema:schema15.type,parentSchema:schema15,data:data12};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.presets !== undefined && func0.call(data, "presets")){
if(!(validate11(data.presets, {instancePath:instancePath+"/presets",parentData:data,parentDataProperty:"presets",rootData}))){
vErrors = joinErrors(vErrors, validate11.errors);
errors = vErrors.length;
}
}
if(data.pipes !== undefined && func0.call(data, "pipes")){
if(!(validate15(data.pipes, {instancePath:instancePath+"/pipes",parentData:data,parentDataProperty:"pipes",rootData}))){
vErrors = joinErrors(vErrors, validate15.errors);
errors = vErrors.length;
}
}
if(data.policy !== undefined && func0.call(data, "policy")){
let data16 = data.policy;
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
for(const key6 of Object.keys(data16)){
if(!(((key6 === "maxChangedPipes") || (key6 === "minPipes")) || (key6 === "maxReplicaFactor"))){
const err31 = {instancePath:instancePath+"/policy",schemaPath:"#/definitions/policy/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},schema:false,parentSchema:schema36,data:data16};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data16.maxChangedPipes !== undefined && func0.call(data16, "maxChangedPipes")){
let data17 = data16.maxChangedPipes;
if((!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))) && (typeof data17 !== "string")){
const err32 = {instancePath:instancePath+"/policy/maxChangedPipes",schemaPath:"#/definitions/policy/properties/maxChangedPipes/type",keyword:"type",params:{type: schema36.properties.maxChangedPipes.type},schema:schema36.properties.maxChangedPipes.type,parentSchema:schema36.properties.maxChangedPipes,data:data17};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 < 0 || isNaN(data17)){
const err33 = {instancePath:instancePath+"/policy/maxChangedPipes",schemaPath:"#/definitions/policy/properties/maxChangedPipes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema36.properties.maxChangedPipes,data:data17};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(typeof data17 === "string"){
if(!pattern29.test(data17)){
const err34 = {instancePath:instancePath+"/policy/maxChangedPipes",schemaPath:"#/definitions/policy/properties/maxChangedPipes/pattern",keyword:"pattern",params:{pattern: "^([1-9][0-9]?|100)%$"},schema:"^([1-9][0-9]?|100)%$",parentSchema:schema36.properties.maxChangedPipes,data:data17};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
if(data16.minPipes !== undefined && func0.call(data16, "minPipes")){
let data18 = data16.minPipes;
if(!(((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18))) && (isFinite(data18)))){
const err35 = {instancePath:instancePath+"/policy/minPipes",schemaPath:"#/definitions/policy/properties/minPipes/type",keyword:"type",params:{type: "integer"},schema:schema36.properties.minPipes.type,parentSchema:schema36.properties.minPipes,data:data18};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 < 0 || isNaN(data18)){
const err36 = {instancePath:instancePath+"/policy/minPipes",schemaPath:"#/definitions/policy/properties/minPipes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema36.properties.minPipes,data:data18};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
}
if(data16.maxReplicaFactor !== undefined && func0.call(data16, "maxReplicaFactor")){
let data19 = data16.maxReplicaFactor;
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 < 1 || isNaN(data19)){
const err37 = {instancePath:instancePath+"/policy/maxReplicaFactor",schemaPath:"#/definitions/policy/properties/maxReplicaFactor/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema36.properties.maxReplicaFactor,data:data19};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
else {
const err38 = {instancePath:instancePath+"/policy/maxReplicaFactor",schemaPath:"#/definitions/policy/properties/maxReplicaFactor/type",keyword:"type",params:{type: "number"},schema:schema36.properties.maxReplicaFactor.type,parentSchema:schema36.properties.maxReplicaFactor,data:data19};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
else {
const err39 = {instancePath:instancePath+"/policy",schemaPath:"#/definitions/policy/type",keyword:"type",params:{type: "object"},schema:schema36.type,parentSchema:schema36,data:data16};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data.checks !== undefined && func0.call(data, "checks")){
if(!(validate19(data.checks, {instancePath:instancePath+"/checks",parentData:data,parentDataProperty:"checks",rootData}))){
vErrors = joinErrors(vErrors, validate19.errors);
errors = vErrors.length;
}
}
if(data.rollout !== undefined && func0.call(data, "rollout")){
let data21 = data.rollout;
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
for(const key7 of Object.keys(data21)){
if(!(func0.call(schema39.properties, key7))){
const err40 = {instancePath:instancePath+"/rollout",schemaPath:"#/definitions/rollout/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},schema:false,parentSchema:schema39,data:data21};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data21.waves !== undefined && func0.call(data21, "waves")){
let data22 = data21.waves;
if(Array.isArray(data22)){
if(data22.length < 1){
const err41 = {instancePath:instancePath+"/rollout/waves",schemaPath:"#/definitions/rollout/properties/waves/minItems",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema39.properties.waves,data:data22};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
const len1 = data22.length;
for(let i1=0; i1<len1; i1++){
let data23 = data22[i1];
if((!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))) && (typeof data23 !== "string")){
const err42 = {instancePath:instancePath+"/rollout/waves/" + i1,schemaPath:"#/definitions/rollout/properties/waves/items/type",keyword:"type",params:{type: schema39.properties.waves.items.type},schema:schema39.properties.waves.items.type,parentSchema:schema39.properties.waves.items,data:data23};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 < 1 || isNaN(data23)){
const err43 = {instancePath:instancePath+"/rollout/waves/" + i1,schemaPath:"#/definitions/rollout/properties/waves/items/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema39.properties.waves.items,data:data23};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(typeof data23 === "string"){
if(!pattern29.test(data23)){
const err44 = {instancePath:instancePath+"/rollout/waves/" + i1,schemaPath:"#/definitions/rollout/properties/waves/items/pattern",keyword:"pattern",params:{pattern: "^([1-9][0-9]?|100)%$"},schema:"^([1-9][0-9]?|100)%$",parentSchema:schema39.properties.waves.items,data:data23};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
}
}
else {
const err45 = {instancePath:instancePath+"/rollout/waves",schemaPath:"#/definitions/rollout/properties/waves/type",keyword:"type",params:{type: "array"},schema:schema39.properties.waves.type,parentSchema:schema39.properties.waves,data:data22};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data21.before !== undefined && func0.call(data21, "before")){
let data24 = data21.before;
if(Array.isArray(data24)){
const len2 = data24.length;
for(let i2=0; i2<len2; i2++){
let data25 = data24[i2];
if(typeof data25 !== "string"){
const err46 = {instancePath:instancePath+"/rollout/before/" + i2,schemaPath:"#/definitions/rollout/properties/before/items/type",keyword:"type",params:{type: "string"},schema:schema39.properties.before.items.type,parentSchema:schema39.properties.before.items,data:data25};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
}
else {
const err47 = {instancePath:instancePath+"/rollout/before",schemaPath:"#/definitions/rollout/properties/before/type",keyword:"type",params:{type: "array"},schema:schema39.properties.before.type,parentSchema:schema39.properties.before,data:data24};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data21.after !== undefined && func0.call(data21, "after")){
let data26 = data21.after;
if(Array.isArray(data26)){
const len3 = data26.length;
for(let i3=0; i3<len3; i3++){
let data27 = data26[i3];
if(typeof data27 !== "string"){
const err48 = {instancePath:instancePath+"/rollout/after/" + i3,schemaPath:"#/definitions/rollout/properties/after/items/type",keyword:"type",params:{type: "string"},schema:schema39.properties.after.items.type,parentSchema:schema39.properties.after.items,data:data27};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
}
else {
const err49 = {instancePath:instancePath+"/rollout/after",schemaPath:"#/definitions/rollout/properties/after/type",keyword:"type",params:{type: "array"},schema:schema39.properties.after.type,parentSchema:schema39.properties.after,data:data26};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data21.bake !== undefined && func0.call(data21, "bake")){
let data28 = data21.bake;
if(typeof data28 === "string"){
if(!pattern3.test(data28)){
const err50 = {instancePath:instancePath+"/rollout/bake",schemaPath:"#/definitions/rollout/properties/bake/pattern",keyword:"pattern",params:{pattern: "^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$"},schema:"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$",parentSchema:schema39.properties.bake,data:data28};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
else {
const err51 = {instancePath:instancePath+"/rollout/bake",schemaPath:"#/definitions/rollout/properties/bake/type",keyword:"type",params:{type: "string"},schema:schema39.properties.bake.type,parentSchema:schema39.properties.bake,data:data28};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
if(data21.interval !== undefined && func0.call(data21, "interval")){
let data29 = data21.interval;
if(typeof data29 === "string"){
if(!pattern3.test(data29)){
const err52 = {instancePath:instancePath+"/rollout/interval",schemaPath:"#/definitions/rollout/properties/interval/pattern",keyword:"pattern",params:{pattern: "^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$"},schema:"^([0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d))+$",parentSchema:schema39.properties.interval,data:data29};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
else {
const err53 = {instancePath:instancePath+"/rollout/interval",schemaPath:"#/definitions/rollout/properties/interval/type",keyword:"type",params:{type: "string"},schema:schema39.properties.interval.type,parentSchema:schema39.properties.interval,data:data29};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data21.count !== undefined && func0.call(data21, "count")){
let data30 = data21.count;
if(!(((typeof data30 == "number") && (!(data30 % 1) && !isNaN(data30))) && (isFinite(data30)))){
const err54 = {instancePath:instancePath+"/rollout/count",schemaPath:"#/definitions/rollout/properties/count/type",keyword:"type",params:{type: "integer"},schema:schema39.properties.count.type,parentSchema:schema39.properties.count,data:data30};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if((typeof data30 == "number") && (isFinite(data30))){
if(data30 > 10000 || isNaN(data30)){
const err55 = {instancePath:instancePath+"/rollout/count",schemaPath:"#/definitions/rollout/properties/count/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},schema:10000,parentSchema:schema39.properties.count,data:data30};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
if(data30 < 1 || isNaN(data30)){
const err56 = {instancePath:instancePath+"/rollout/count",schemaPath:"#/definitions/rollout/properties/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema39.properties.count,data:data30};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
}
if(data21.failureLimit !== undefined && func0.call(data21, "failureLimit")){
let data31 = data21.failureLimit;
if(!(((typeof data31 == "number") && (!(data31 % 1) && !isNaN(data31))) && (isFinite(data31)))){
const err57 = {instancePath:instancePath+"/rollout/failureLimit",schemaPath:"#/definitions/rollout/properties/failureLimit/type",keyword:"type",params:{type: "integer"},schema:schema39.properties.failureLimit.type,parentSchema:schema39.properties.failureLimit,data:data31};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if((typeof data31 == "number") && (isFinite(data31))){
if(data31 > 10000 || isNaN(data31)){
const err58 = {instancePath:instancePath+"/rollout/failureLimit",schemaPath:"#/definitions/rollout/properties/failureLimit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},schema:10000,parentSchema:schema39.properties.failureLimit,data:data31};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if(data31 < 0 || isNaN(data31)){
const err59 = {instancePath:instancePath+"/rollout/failureLimit",schemaPath:"#/definitions/rollout/properties/failureLimit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema39.properties.failureLimit,data:data31};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
}
if(data21.inconclusiveLimit !== undefined && func0.call(data21, "inconclusiveLimit")){
let data32 = data21.inconclusiveLimit;
if(!(((typeof data32 == "number") && (!(data32 % 1) && !isNaN(data32))) && (isFinite(data32)))){
const err60 = {instancePath:instancePath+"/rollout/inconclusiveLimit",schemaPath:"#/definitions/rollout/properties/inconclusiveLimit/type",keyword:"type",params:{type: "integer"},schema:schema39.properties.inconclusiveLimit.type,parentSchema:schema39.properties.inconclusiveLimit,data:data32};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
if((typeof data32 == "number") && (isFinite(data32))){
if(data32 > 10000 || isNaN(data32)){
const err61 = {instancePath:instancePath+"/rollout/inconclusiveLimit",schemaPath:"#/definitions/rollout/properties/inconclusiveLimit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},schema:10000,parentSchema:schema39.properties.inconclusiveLimit,data:data32};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
if(data32 < 0 || isNaN(data32)){
const err62 = {instancePath:instancePath+"/rollout/inconclusiveLimit",schemaPath:"#/definitions/rollout/properties/inconclusiveLimit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema39.properties.inconclusiveLimit,data:data32};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
}
if(data21.consecutiveErrorLimit !== undefined && func0.call(data21, "consecutiveErrorLimit")){
let data33 = data21.consecutiveErrorLimit;
if(!(((typeof data33 == "number") && (!(data33 % 1) && !isNaN(data33))) && (isFinite(data33)))){
const err63 = {instancePath:instancePath+"/rollout/consecutiveErrorLimit",schemaPath:"#/definitions/rollout/properties/consecutiveErrorLimit/type",keyword:"type",params:{type: "integer"},schema:schema39.properties.consecutiveErrorLimit.type,parentSchema:schema39.properties.consecutiveErrorLimit,data:data33};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
if((typeof data33 == "number") && (isFinite(data33))){
if(data33 > 10000 || isNaN(data33)){
const err64 = {instancePath:instancePath+"/rollout/consecutiveErrorLimit",schemaPath:"#/definitions/rollout/properties/consecutiveErrorLimit/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000},schema:10000,parentSchema:schema39.properties.consecutiveErrorLimit,data:data33};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
if(data33 < 0 || isNaN(data33)){
const err65 = {instancePath:instancePath+"/rollout/consecutiveErrorLimit",schemaPath:"#/definitions/rollout/properties/consecutiveErrorLimit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema39.properties.consecutiveErrorLimit,data:data33};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
}
if(data21.onFailure !== undefined && func0.call(data21, "onFailure")){
let data34 = data21.onFailure;
if(!((data34 === "stop") || (data34 === "rollback"))){
const err66 = {instancePath:instancePath+"/rollout/onFailure",schemaPath:"#/definitions/rollout/properties/onFailure/enum",keyword:"enum",params:{allowedValues: schema39.properties.onFailure.enum},schema:schema39.properties.onFailure.enum,parentSchema:schema39.properties.onFailure,data:data34};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
}
else {
const err67 = {instancePath:instancePath+"/rollout",schemaPath:"#/definitions/rollout/type",keyword:"type",params:{type: "object"},schema:schema39.type,parentSchema:schema39,data:data21};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
if(data.environments !== undefined && func0.call(data, "environments")){
let data35 = data.environments;
if(data35 && typeof data35 == "object" && !Array.isArray(data35)){
for(const key8 of Object.keys(data35)){
const _errs83 = errors;
if(typeof key8 === "string"){
if(!pattern5.test(key8)){
const err68 = {instancePath:instancePath+"/environments",schemaPath:"#/properties/environments/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$"},schema:"^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$",parentSchema:schema11.properties.environments.propertyNames,data:key8,propertyName:key8};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
var valid22 = _errs83 === errors;
if(!valid22){
const err69 = {instancePath:instancePath+"/environments",schemaPath:"#/properties/environments/propertyNames",keyword:"propertyNames",params:{propertyName: key8},schema:schema11.properties.environments.propertyNames,parentSchema:schema11.properties.environments,data:data35};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
for(const key9 of Object.keys(data35)){
if(!(validate21(data35[key9], {instancePath:instancePath+"/environments/" + key9.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data35,parentDataProperty:key9,rootData}))){
vErrors = joinErrors(vErrors, validate21.errors);
errors = vErrors.length;
}
}
}
else {
const err70 = {instancePath:instancePath+"/environments",schemaPath:"#/properties/environments/type",keyword:"type",params:{type: "object"},schema:schema11.properties.environments.type,parentSchema:schema11.properties.environments,data:data35};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
}
else {
const err71 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema11.type,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
validate10.errors = vErrors;
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
