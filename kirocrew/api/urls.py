"""Addresses of contexts, under /api/."""

from django.urls import path

from kirocrew.api import context

urlpatterns = [
    path("context/session", context.SessionContextView.as_view(), name="context-session"),
    path("context/message", context.MessageContextView.as_view(), name="context-message"),
    path("context/receipts/<uuid:uid>", context.ReceiptView.as_view(), name="context-receipt"),
    path("context/receipts/<uuid:uid>/replay", context.ReceiptReplayView.as_view(), name="context-receipt-replay"),
]
