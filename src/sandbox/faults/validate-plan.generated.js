// Generated from src/sandbox/faults/fault-plan.schema.json by `npm run generate`. Do not edit.
"use strict";
export const validatePlan = validate21;


const pattern0 = new RegExp("^[^]{1,200}$", "u");
const schema8 = {"properties":{"status":true,"idle":true,"reset":true,"late":true,"stall":true,"trickle":true,"truncate":true,"contentType":true,"html":true,"notJson":true,"endless":true,"redirect":true,"wrongPipe":true,"ignored":true,"settle":true,"lag":true,"unreadable":true,"edit":true}};
const func2 = Object.prototype.hasOwnProperty;

const pattern1 = new RegExp("^[\\t\\x20-\\x7e\\x80-\\xff]*$", "u");

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if((typeof data !== "string") && (!(typeof data == "number"))){
const err0 = {instancePath,keyword:"type",data};
(vErrors ??= []).push(err0);
errors++;
}
if(typeof data === "string"){
if(!pattern1.test(data)){
const err1 = {instancePath,keyword:"pattern",data};
(vErrors ??= []).push(err1);
errors++;
}
}
validate24.errors = vErrors;
return errors === 0;
}



function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((data === "before") || (data === "after"))){
const err0 = {instancePath,keyword:"enum",data};
(vErrors ??= []).push(err0);
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}



function validate29(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((typeof data == "number") && (!(data % 1) && !isNaN(data)))){
const err0 = {instancePath,keyword:"type",data};
(vErrors ??= []).push(err0);
errors++;
}
if(typeof data == "number"){
if(data > 600000 || isNaN(data)){
const err1 = {instancePath,keyword:"maximum",data};
(vErrors ??= []).push(err1);
errors++;
}
if(data < 0 || isNaN(data)){
const err2 = {instancePath,keyword:"minimum",data};
(vErrors ??= []).push(err2);
errors++;
}
}
validate29.errors = vErrors;
return errors === 0;
}

const pattern3 = new RegExp("^https?://[^\\s/?#]+[^\\s]*$", "u");

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 1){
const err0 = {instancePath,keyword:"maxProperties",data};
(vErrors ??= []).push(err0);
errors++;
}
if(Object.keys(data).length < 1){
const err1 = {instancePath,keyword:"minProperties",data};
(vErrors ??= []).push(err1);
errors++;
}
for(const key0 in data){
if(!(func2.call(schema8.properties, key0))){
const err2 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},data};
(vErrors ??= []).push(err2);
errors++;
}
}
if(data.status !== undefined){
let data0 = data.status;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.body === undefined){
data0.body = "contract";
}
if(data0.text === undefined){
data0.text = "the request failed.";
}
if(data0.headers === undefined){
data0.headers = {};
}
if(data0.when === undefined){
data0.when = "before";
}
if(data0.code === undefined){
const err3 = {instancePath:instancePath+"/status",keyword:"required",params:{missingProperty: "code"},data:data0};
(vErrors ??= []).push(err3);
errors++;
}
for(const key1 in data0){
if(!(((((key1 === "code") || (key1 === "body")) || (key1 === "text")) || (key1 === "headers")) || (key1 === "when"))){
const err4 = {instancePath:instancePath+"/status",keyword:"additionalProperties",params:{additionalProperty: key1},data:data0};
(vErrors ??= []).push(err4);
errors++;
}
}
if(data0.code !== undefined){
let data1 = data0.code;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
const err5 = {instancePath:instancePath+"/status/code",keyword:"type",data:data1};
(vErrors ??= []).push(err5);
errors++;
}
if(typeof data1 == "number"){
if(data1 > 599 || isNaN(data1)){
const err6 = {instancePath:instancePath+"/status/code",keyword:"maximum",data:data1};
(vErrors ??= []).push(err6);
errors++;
}
if(data1 < 200 || isNaN(data1)){
const err7 = {instancePath:instancePath+"/status/code",keyword:"minimum",data:data1};
(vErrors ??= []).push(err7);
errors++;
}
}
}
let data2 = data0.body;
if(!((((((data2 === "contract") || (data2 === "message")) || (data2 === "error")) || (data2 === "plain")) || (data2 === "html")) || (data2 === "empty"))){
const err8 = {instancePath:instancePath+"/status/body",keyword:"enum",data:data2};
(vErrors ??= []).push(err8);
errors++;
}
let data3 = data0.text;
if(typeof data3 !== "string"){
const err9 = {instancePath:instancePath+"/status/text",keyword:"type",data:data3};
(vErrors ??= []).push(err9);
errors++;
}
let data4 = data0.headers;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
for(const key2 in data4){
if(!(validate24(data4[key2], {instancePath:instancePath+"/status/headers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data4,parentDataProperty:key2,rootData}))){
vErrors = joinErrors(vErrors, validate24.errors);
errors = vErrors.length;
}
}
}
else {
const err10 = {instancePath:instancePath+"/status/headers",keyword:"type",data:data4};
(vErrors ??= []).push(err10);
errors++;
}
if(!(validate26(data0.when, {instancePath:instancePath+"/status/when",parentData:data0,parentDataProperty:"when",rootData}))){
vErrors = joinErrors(vErrors, validate26.errors);
errors = vErrors.length;
}
}
else {
const err11 = {instancePath:instancePath+"/status",keyword:"type",data:data0};
(vErrors ??= []).push(err11);
errors++;
}
}
if(data.idle !== undefined){
let data7 = data.idle;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
for(const key3 in data7){
const err12 = {instancePath:instancePath+"/idle",keyword:"additionalProperties",params:{additionalProperty: key3},data:data7};
(vErrors ??= []).push(err12);
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/idle",keyword:"type",data:data7};
(vErrors ??= []).push(err13);
errors++;
}
}
if(data.reset !== undefined){
let data8 = data.reset;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.when === undefined){
data8.when = "before";
}
for(const key4 in data8){
if(!(key4 === "when")){
const err14 = {instancePath:instancePath+"/reset",keyword:"additionalProperties",params:{additionalProperty: key4},data:data8};
(vErrors ??= []).push(err14);
errors++;
}
}
if(!(validate26(data8.when, {instancePath:instancePath+"/reset/when",parentData:data8,parentDataProperty:"when",rootData}))){
vErrors = joinErrors(vErrors, validate26.errors);
errors = vErrors.length;
}
}
else {
const err15 = {instancePath:instancePath+"/reset",keyword:"type",data:data8};
(vErrors ??= []).push(err15);
errors++;
}
}
if(data.late !== undefined){
let data10 = data.late;
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(data10.for === undefined){
const err16 = {instancePath:instancePath+"/late",keyword:"required",params:{missingProperty: "for"},data:data10};
(vErrors ??= []).push(err16);
errors++;
}
for(const key5 in data10){
if(!(key5 === "for")){
const err17 = {instancePath:instancePath+"/late",keyword:"additionalProperties",params:{additionalProperty: key5},data:data10};
(vErrors ??= []).push(err17);
errors++;
}
}
if(data10.for !== undefined){
if(!(validate29(data10.for, {instancePath:instancePath+"/late/for",parentData:data10,parentDataProperty:"for",rootData}))){
vErrors = joinErrors(vErrors, validate29.errors);
errors = vErrors.length;
}
}
}
else {
const err18 = {instancePath:instancePath+"/late",keyword:"type",data:data10};
(vErrors ??= []).push(err18);
errors++;
}
}
if(data.stall !== undefined){
let data12 = data.stall;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
if(data12.for === undefined){
data12.for = null;
}
if(data12.when === undefined){
data12.when = "before";
}
for(const key6 in data12){
if(!((key6 === "for") || (key6 === "when"))){
const err19 = {instancePath:instancePath+"/stall",keyword:"additionalProperties",params:{additionalProperty: key6},data:data12};
(vErrors ??= []).push(err19);
errors++;
}
}
let data13 = data12.for;
if((!((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13)))) && (data13 !== null)){
const err20 = {instancePath:instancePath+"/stall/for",keyword:"type",data:data13};
(vErrors ??= []).push(err20);
errors++;
}
if(typeof data13 == "number"){
if(data13 > 600000 || isNaN(data13)){
const err21 = {instancePath:instancePath+"/stall/for",keyword:"maximum",data:data13};
(vErrors ??= []).push(err21);
errors++;
}
if(data13 < 0 || isNaN(data13)){
const err22 = {instancePath:instancePath+"/stall/for",keyword:"minimum",data:data13};
(vErrors ??= []).push(err22);
errors++;
}
}
if(!(validate26(data12.when, {instancePath:instancePath+"/stall/when",parentData:data12,parentDataProperty:"when",rootData}))){
vErrors = joinErrors(vErrors, validate26.errors);
errors = vErrors.length;
}
}
else {
const err23 = {instancePath:instancePath+"/stall",keyword:"type",data:data12};
(vErrors ??= []).push(err23);
errors++;
}
}
if(data.trickle !== undefined){
let data15 = data.trickle;
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
if(data15.every === undefined){
data15.every = 100;
}
if(data15.bytes === undefined){
data15.bytes = 1;
}
for(const key7 in data15){
if(!((key7 === "every") || (key7 === "bytes"))){
const err24 = {instancePath:instancePath+"/trickle",keyword:"additionalProperties",params:{additionalProperty: key7},data:data15};
(vErrors ??= []).push(err24);
errors++;
}
}
if(!(validate29(data15.every, {instancePath:instancePath+"/trickle/every",parentData:data15,parentDataProperty:"every",rootData}))){
vErrors = joinErrors(vErrors, validate29.errors);
errors = vErrors.length;
}
let data17 = data15.bytes;
if(!((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17)))){
const err25 = {instancePath:instancePath+"/trickle/bytes",keyword:"type",data:data17};
(vErrors ??= []).push(err25);
errors++;
}
if(typeof data17 == "number"){
if(data17 > 65536 || isNaN(data17)){
const err26 = {instancePath:instancePath+"/trickle/bytes",keyword:"maximum",data:data17};
(vErrors ??= []).push(err26);
errors++;
}
if(data17 < 1 || isNaN(data17)){
const err27 = {instancePath:instancePath+"/trickle/bytes",keyword:"minimum",data:data17};
(vErrors ??= []).push(err27);
errors++;
}
}
}
else {
const err28 = {instancePath:instancePath+"/trickle",keyword:"type",data:data15};
(vErrors ??= []).push(err28);
errors++;
}
}
if(data.truncate !== undefined){
let data18 = data.truncate;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(data18.length === undefined){
data18.length = "promised";
}
if(data18.bytes === undefined){
data18.bytes = null;
}
for(const key8 in data18){
if(!((key8 === "length") || (key8 === "bytes"))){
const err29 = {instancePath:instancePath+"/truncate",keyword:"additionalProperties",params:{additionalProperty: key8},data:data18};
(vErrors ??= []).push(err29);
errors++;
}
}
let data19 = data18.length;
if(!((data19 === "promised") || (data19 === "matching"))){
const err30 = {instancePath:instancePath+"/truncate/length",keyword:"enum",data:data19};
(vErrors ??= []).push(err30);
errors++;
}
let data20 = data18.bytes;
if((!((typeof data20 == "number") && (!(data20 % 1) && !isNaN(data20)))) && (data20 !== null)){
const err31 = {instancePath:instancePath+"/truncate/bytes",keyword:"type",data:data20};
(vErrors ??= []).push(err31);
errors++;
}
if(typeof data20 == "number"){
if(data20 > 1048576 || isNaN(data20)){
const err32 = {instancePath:instancePath+"/truncate/bytes",keyword:"maximum",data:data20};
(vErrors ??= []).push(err32);
errors++;
}
if(data20 < 0 || isNaN(data20)){
const err33 = {instancePath:instancePath+"/truncate/bytes",keyword:"minimum",data:data20};
(vErrors ??= []).push(err33);
errors++;
}
}
}
else {
const err34 = {instancePath:instancePath+"/truncate",keyword:"type",data:data18};
(vErrors ??= []).push(err34);
errors++;
}
}
if(data.contentType !== undefined){
let data21 = data.contentType;
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
if(data21.type === undefined){
data21.type = "text/html; charset=utf-8";
}
for(const key9 in data21){
if(!(key9 === "type")){
const err35 = {instancePath:instancePath+"/contentType",keyword:"additionalProperties",params:{additionalProperty: key9},data:data21};
(vErrors ??= []).push(err35);
errors++;
}
}
let data22 = data21.type;
if(typeof data22 === "string"){
if(!pattern1.test(data22)){
const err36 = {instancePath:instancePath+"/contentType/type",keyword:"pattern",data:data22};
(vErrors ??= []).push(err36);
errors++;
}
}
else {
const err37 = {instancePath:instancePath+"/contentType/type",keyword:"type",data:data22};
(vErrors ??= []).push(err37);
errors++;
}
}
else {
const err38 = {instancePath:instancePath+"/contentType",keyword:"type",data:data21};
(vErrors ??= []).push(err38);
errors++;
}
}
if(data.html !== undefined){
let data23 = data.html;
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
if(data23.when === undefined){
data23.when = "before";
}
for(const key10 in data23){
if(!(key10 === "when")){
const err39 = {instancePath:instancePath+"/html",keyword:"additionalProperties",params:{additionalProperty: key10},data:data23};
(vErrors ??= []).push(err39);
errors++;
}
}
if(!(validate26(data23.when, {instancePath:instancePath+"/html/when",parentData:data23,parentDataProperty:"when",rootData}))){
vErrors = joinErrors(vErrors, validate26.errors);
errors = vErrors.length;
}
}
else {
const err40 = {instancePath:instancePath+"/html",keyword:"type",data:data23};
(vErrors ??= []).push(err40);
errors++;
}
}
if(data.notJson !== undefined){
let data25 = data.notJson;
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
if(data25.when === undefined){
data25.when = "before";
}
for(const key11 in data25){
if(!(key11 === "when")){
const err41 = {instancePath:instancePath+"/notJson",keyword:"additionalProperties",params:{additionalProperty: key11},data:data25};
(vErrors ??= []).push(err41);
errors++;
}
}
if(!(validate26(data25.when, {instancePath:instancePath+"/notJson/when",parentData:data25,parentDataProperty:"when",rootData}))){
vErrors = joinErrors(vErrors, validate26.errors);
errors = vErrors.length;
}
}
else {
const err42 = {instancePath:instancePath+"/notJson",keyword:"type",data:data25};
(vErrors ??= []).push(err42);
errors++;
}
}
if(data.endless !== undefined){
let data27 = data.endless;
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
if(data27.when === undefined){
data27.when = "before";
}
for(const key12 in data27){
if(!(key12 === "when")){
const err43 = {instancePath:instancePath+"/endless",keyword:"additionalProperties",params:{additionalProperty: key12},data:data27};
(vErrors ??= []).push(err43);
errors++;
}
}
if(!(validate26(data27.when, {instancePath:instancePath+"/endless/when",parentData:data27,parentDataProperty:"when",rootData}))){
vErrors = joinErrors(vErrors, validate26.errors);
errors = vErrors.length;
}
}
else {
const err44 = {instancePath:instancePath+"/endless",keyword:"type",data:data27};
(vErrors ??= []).push(err44);
errors++;
}
}
if(data.redirect !== undefined){
let data29 = data.redirect;
if(data29 && typeof data29 == "object" && !Array.isArray(data29)){
if(data29.to === undefined){
data29.to = null;
}
if(data29.status === undefined){
data29.status = 307;
}
if(data29.when === undefined){
data29.when = "before";
}
for(const key13 in data29){
if(!(((key13 === "to") || (key13 === "status")) || (key13 === "when"))){
const err45 = {instancePath:instancePath+"/redirect",keyword:"additionalProperties",params:{additionalProperty: key13},data:data29};
(vErrors ??= []).push(err45);
errors++;
}
}
let data30 = data29.to;
if((typeof data30 !== "string") && (data30 !== null)){
const err46 = {instancePath:instancePath+"/redirect/to",keyword:"type",data:data30};
(vErrors ??= []).push(err46);
errors++;
}
if(typeof data30 === "string"){
if(!pattern3.test(data30)){
const err47 = {instancePath:instancePath+"/redirect/to",keyword:"pattern",data:data30};
(vErrors ??= []).push(err47);
errors++;
}
}
let data31 = data29.status;
if(!(((((data31 === 301) || (data31 === 302)) || (data31 === 303)) || (data31 === 307)) || (data31 === 308))){
const err48 = {instancePath:instancePath+"/redirect/status",keyword:"enum",data:data31};
(vErrors ??= []).push(err48);
errors++;
}
if(!(validate26(data29.when, {instancePath:instancePath+"/redirect/when",parentData:data29,parentDataProperty:"when",rootData}))){
vErrors = joinErrors(vErrors, validate26.errors);
errors = vErrors.length;
}
}
else {
const err49 = {instancePath:instancePath+"/redirect",keyword:"type",data:data29};
(vErrors ??= []).push(err49);
errors++;
}
}
if(data.wrongPipe !== undefined){
let data33 = data.wrongPipe;
if(data33 && typeof data33 == "object" && !Array.isArray(data33)){
for(const key14 in data33){
const err50 = {instancePath:instancePath+"/wrongPipe",keyword:"additionalProperties",params:{additionalProperty: key14},data:data33};
(vErrors ??= []).push(err50);
errors++;
}
}
else {
const err51 = {instancePath:instancePath+"/wrongPipe",keyword:"type",data:data33};
(vErrors ??= []).push(err51);
errors++;
}
}
if(data.ignored !== undefined){
let data34 = data.ignored;
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
for(const key15 in data34){
const err52 = {instancePath:instancePath+"/ignored",keyword:"additionalProperties",params:{additionalProperty: key15},data:data34};
(vErrors ??= []).push(err52);
errors++;
}
}
else {
const err53 = {instancePath:instancePath+"/ignored",keyword:"type",data:data34};
(vErrors ??= []).push(err53);
errors++;
}
}
if(data.settle !== undefined){
let data35 = data.settle;
if(data35 && typeof data35 == "object" && !Array.isArray(data35)){
if(data35.for === undefined){
const err54 = {instancePath:instancePath+"/settle",keyword:"required",params:{missingProperty: "for"},data:data35};
(vErrors ??= []).push(err54);
errors++;
}
for(const key16 in data35){
if(!(key16 === "for")){
const err55 = {instancePath:instancePath+"/settle",keyword:"additionalProperties",params:{additionalProperty: key16},data:data35};
(vErrors ??= []).push(err55);
errors++;
}
}
if(data35.for !== undefined){
if(!(validate29(data35.for, {instancePath:instancePath+"/settle/for",parentData:data35,parentDataProperty:"for",rootData}))){
vErrors = joinErrors(vErrors, validate29.errors);
errors = vErrors.length;
}
}
}
else {
const err56 = {instancePath:instancePath+"/settle",keyword:"type",data:data35};
(vErrors ??= []).push(err56);
errors++;
}
}
if(data.lag !== undefined){
let data37 = data.lag;
if(data37 && typeof data37 == "object" && !Array.isArray(data37)){
if(data37.answer === undefined){
data37.answer = "sent";
}
if(data37.for === undefined){
const err57 = {instancePath:instancePath+"/lag",keyword:"required",params:{missingProperty: "for"},data:data37};
(vErrors ??= []).push(err57);
errors++;
}
for(const key17 in data37){
if(!((key17 === "for") || (key17 === "answer"))){
const err58 = {instancePath:instancePath+"/lag",keyword:"additionalProperties",params:{additionalProperty: key17},data:data37};
(vErrors ??= []).push(err58);
errors++;
}
}
if(data37.for !== undefined){
if(!(validate29(data37.for, {instancePath:instancePath+"/lag/for",parentData:data37,parentDataProperty:"for",rootData}))){
vErrors = joinErrors(vErrors, validate29.errors);
errors = vErrors.length;
}
}
let data39 = data37.answer;
if(!((data39 === "sent") || (data39 === "lost"))){
const err59 = {instancePath:instancePath+"/lag/answer",keyword:"enum",data:data39};
(vErrors ??= []).push(err59);
errors++;
}
}
else {
const err60 = {instancePath:instancePath+"/lag",keyword:"type",data:data37};
(vErrors ??= []).push(err60);
errors++;
}
}
if(data.unreadable !== undefined){
let data40 = data.unreadable;
if(data40 && typeof data40 == "object" && !Array.isArray(data40)){
if(data40.settings === undefined){
data40.settings = null;
}
if(data40.scaling === undefined){
data40.scaling = null;
}
for(const key18 in data40){
if(!((key18 === "settings") || (key18 === "scaling"))){
const err61 = {instancePath:instancePath+"/unreadable",keyword:"additionalProperties",params:{additionalProperty: key18},data:data40};
(vErrors ??= []).push(err61);
errors++;
}
}
let data41 = data40.settings;
if(!((((((((data41 === "empty") || (data41 === "absent")) || (data41 === "list")) || (data41 === "text")) || (data41 === "huge")) || (data41 === "infinite")) || (data41 === "deep")) || (data41 === null))){
const err62 = {instancePath:instancePath+"/unreadable/settings",keyword:"enum",data:data41};
(vErrors ??= []).push(err62);
errors++;
}
let data42 = data40.scaling;
if(!(((((((data42 === "empty") || (data42 === "absent")) || (data42 === "list")) || (data42 === "text")) || (data42 === "fraction")) || (data42 === "infinite")) || (data42 === null))){
const err63 = {instancePath:instancePath+"/unreadable/scaling",keyword:"enum",data:data42};
(vErrors ??= []).push(err63);
errors++;
}
}
else {
const err64 = {instancePath:instancePath+"/unreadable",keyword:"type",data:data40};
(vErrors ??= []).push(err64);
errors++;
}
}
if(data.edit !== undefined){
let data43 = data.edit;
if(data43 && typeof data43 == "object" && !Array.isArray(data43)){
if(data43.settings === undefined){
data43.settings = {};
}
if(data43.scaling === undefined){
data43.scaling = {};
}
if(data43.when === undefined){
data43.when = "before";
}
for(const key19 in data43){
if(!(((key19 === "settings") || (key19 === "scaling")) || (key19 === "when"))){
const err65 = {instancePath:instancePath+"/edit",keyword:"additionalProperties",params:{additionalProperty: key19},data:data43};
(vErrors ??= []).push(err65);
errors++;
}
}
let data44 = data43.settings;
if(data44 && typeof data44 == "object" && !Array.isArray(data44)){
for(const key20 in data44){
let data45 = data44[key20];
if((((!(typeof data45 == "number")) && (typeof data45 !== "string")) && (typeof data45 !== "boolean")) && (data45 !== null)){
const err66 = {instancePath:instancePath+"/edit/settings/" + key20.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",data:data45};
(vErrors ??= []).push(err66);
errors++;
}
}
}
else {
const err67 = {instancePath:instancePath+"/edit/settings",keyword:"type",data:data44};
(vErrors ??= []).push(err67);
errors++;
}
let data46 = data43.scaling;
if(data46 && typeof data46 == "object" && !Array.isArray(data46)){
for(const key21 in data46){
let data47 = data46[key21];
if((!(typeof data47 == "number")) && (data47 !== null)){
const err68 = {instancePath:instancePath+"/edit/scaling/" + key21.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",data:data47};
(vErrors ??= []).push(err68);
errors++;
}
}
}
else {
const err69 = {instancePath:instancePath+"/edit/scaling",keyword:"type",data:data46};
(vErrors ??= []).push(err69);
errors++;
}
if(!(validate26(data43.when, {instancePath:instancePath+"/edit/when",parentData:data43,parentDataProperty:"when",rootData}))){
vErrors = joinErrors(vErrors, validate26.errors);
errors = vErrors.length;
}
}
else {
const err70 = {instancePath:instancePath+"/edit",keyword:"type",data:data43};
(vErrors ??= []).push(err70);
errors++;
}
}
}
else {
const err71 = {instancePath,keyword:"type",data};
(vErrors ??= []).push(err71);
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}


function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.pipe === undefined){
data.pipe = null;
}
if(data.after === undefined){
data.after = 0;
}
if(data.count === undefined){
data.count = null;
}
if(data.probability === undefined){
data.probability = 1;
}
if(data.operation === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "operation"},data};
(vErrors ??= []).push(err0);
errors++;
}
if(data.fault === undefined){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "fault"},data};
(vErrors ??= []).push(err1);
errors++;
}
for(const key0 in data){
if(!((((((key0 === "operation") || (key0 === "pipe")) || (key0 === "after")) || (key0 === "count")) || (key0 === "probability")) || (key0 === "fault"))){
const err2 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},data};
(vErrors ??= []).push(err2);
errors++;
}
}
if(data.operation !== undefined){
let data0 = data.operation;
if(Array.isArray(data0)){
if(data0.length < 1){
const err3 = {instancePath:instancePath+"/operation",keyword:"minItems",data:data0};
(vErrors ??= []).push(err3);
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(!(((((data1 === "get") || (data1 === "put")) || (data1 === "patch")) || (data1 === "series")) || (data1 === "alert"))){
const err4 = {instancePath:instancePath+"/operation/" + i0,keyword:"enum",data:data1};
(vErrors ??= []).push(err4);
errors++;
}
}
}
else {
const err5 = {instancePath:instancePath+"/operation",keyword:"type",data:data0};
(vErrors ??= []).push(err5);
errors++;
}
}
let data2 = data.pipe;
if((!(Array.isArray(data2))) && (data2 !== null)){
const err6 = {instancePath:instancePath+"/pipe",keyword:"type",data:data2};
(vErrors ??= []).push(err6);
errors++;
}
if(Array.isArray(data2)){
if(data2.length < 1){
const err7 = {instancePath:instancePath+"/pipe",keyword:"minItems",data:data2};
(vErrors ??= []).push(err7);
errors++;
}
const len1 = data2.length;
for(let i1=0; i1<len1; i1++){
let data3 = data2[i1];
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
const err8 = {instancePath:instancePath+"/pipe/" + i1,keyword:"pattern",data:data3};
(vErrors ??= []).push(err8);
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/pipe/" + i1,keyword:"type",data:data3};
(vErrors ??= []).push(err9);
errors++;
}
}
}
let data4 = data.after;
if(!((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4)))){
const err10 = {instancePath:instancePath+"/after",keyword:"type",data:data4};
(vErrors ??= []).push(err10);
errors++;
}
if(typeof data4 == "number"){
if(data4 > 1000000000 || isNaN(data4)){
const err11 = {instancePath:instancePath+"/after",keyword:"maximum",data:data4};
(vErrors ??= []).push(err11);
errors++;
}
if(data4 < 0 || isNaN(data4)){
const err12 = {instancePath:instancePath+"/after",keyword:"minimum",data:data4};
(vErrors ??= []).push(err12);
errors++;
}
}
let data5 = data.count;
if((!((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5)))) && (data5 !== null)){
const err13 = {instancePath:instancePath+"/count",keyword:"type",data:data5};
(vErrors ??= []).push(err13);
errors++;
}
if(typeof data5 == "number"){
if(data5 > 1000000000 || isNaN(data5)){
const err14 = {instancePath:instancePath+"/count",keyword:"maximum",data:data5};
(vErrors ??= []).push(err14);
errors++;
}
if(data5 < 0 || isNaN(data5)){
const err15 = {instancePath:instancePath+"/count",keyword:"minimum",data:data5};
(vErrors ??= []).push(err15);
errors++;
}
}
let data6 = data.probability;
if(typeof data6 == "number"){
if(data6 > 1 || isNaN(data6)){
const err16 = {instancePath:instancePath+"/probability",keyword:"maximum",data:data6};
(vErrors ??= []).push(err16);
errors++;
}
if(data6 < 0 || isNaN(data6)){
const err17 = {instancePath:instancePath+"/probability",keyword:"minimum",data:data6};
(vErrors ??= []).push(err17);
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/probability",keyword:"type",data:data6};
(vErrors ??= []).push(err18);
errors++;
}
if(data.fault !== undefined){
if(!(validate23(data.fault, {instancePath:instancePath+"/fault",parentData:data,parentDataProperty:"fault",rootData}))){
vErrors = joinErrors(vErrors, validate23.errors);
errors = vErrors.length;
}
}
}
else {
const err19 = {instancePath,keyword:"type",data};
(vErrors ??= []).push(err19);
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}


function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.seed === undefined){
data.seed = null;
}
if(data.faults === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "faults"},data};
(vErrors ??= []).push(err0);
errors++;
}
for(const key0 in data){
if(!((key0 === "seed") || (key0 === "faults"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},data};
(vErrors ??= []).push(err1);
errors++;
}
}
let data0 = data.seed;
if((!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))) && (data0 !== null)){
const err2 = {instancePath:instancePath+"/seed",keyword:"type",data:data0};
(vErrors ??= []).push(err2);
errors++;
}
if(typeof data0 == "number"){
if(data0 > 4294967295 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/seed",keyword:"maximum",data:data0};
(vErrors ??= []).push(err3);
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err4 = {instancePath:instancePath+"/seed",keyword:"minimum",data:data0};
(vErrors ??= []).push(err4);
errors++;
}
}
if(data.faults !== undefined){
let data1 = data.faults;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
if(!(validate22(data1[i0], {instancePath:instancePath+"/faults/" + i0,parentData:data1,parentDataProperty:i0,rootData}))){
vErrors = joinErrors(vErrors, validate22.errors);
errors = vErrors.length;
}
}
}
else {
const err5 = {instancePath:instancePath+"/faults",keyword:"type",data:data1};
(vErrors ??= []).push(err5);
errors++;
}
}
}
else {
const err6 = {instancePath,keyword:"type",data};
(vErrors ??= []).push(err6);
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
